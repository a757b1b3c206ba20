package org.mayflydb.changelog;

import org.mayflydb.base.CorruptStoreException;

/**
 * What a change was. The numbers are stored and never change; 5 (key deletion), 6 (split fence) and 7 (catalog change) are
 * reserved.
 */
public enum LogOperation {
    CREATE(1, "create"),
    REPLACE(2, "replace"),
    DELETE(3, "delete"),
    /** Deleted because its time was over. */
    EXPIRE(4, "delete");

    private final byte number;
    private final String wireName;

    LogOperation(int number, String wireName) {
        this.number = (byte) number;
        this.wireName = wireName;
    }

    byte number() {
        return number;
    }

    /** As clients know it. */
    public String wireName() {
        return wireName;
    }

    /** Whether the item was gone afterwards. */
    public boolean isRemoval() {
        return this == DELETE || this == EXPIRE;
    }

    static LogOperation ofNumber(byte number) {
        for (LogOperation operation : values()) {
            if (operation.number == number) {
                return operation;
            }
        }
        throw new CorruptStoreException("A log record has the unknown operation " + number);
    }
}
