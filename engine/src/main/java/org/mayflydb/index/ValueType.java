package org.mayflydb.index;

import org.mayflydb.base.CorruptStoreException;

/** The types of values in the order in which they sort. The bytes begin every {@link ValueCode} and never change. */
public enum ValueType {
    /** No value. In composite entries only. */
    UNDEFINED(0x08),
    NULL(0x10),
    FALSE(0x18),
    TRUE(0x20),
    NUMBER(0x28),
    STRING(0x30),
    /** In composite entries only. */
    ARRAY(0x38),
    /** In composite entries only. */
    OBJECT(0x40);

    private final byte code;

    ValueType(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    static ValueType ofCode(byte code) {
        for (ValueType type : values()) {
            if (type.code == code) {
                return type;
            }
        }
        throw new CorruptStoreException("An index entry holds a value of the unknown type " + code);
    }
}
