package org.mayflydb.index;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.OrderedBytes;
import org.mayflydb.storage.KeyValue;

/**
 * One entry of a path, of a composite index or of a shape.
 *
 * @param locator what names the item within its container
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record IndexEntry(byte[] key, byte[] locator) {
    private static final byte[] NO_LOCATOR = {};

    public IndexEntry {
        if (key.length < IndexKeys.HEADER_BYTES + IndexKeys.NUMBER_BYTES) {
            throw new CorruptStoreException("An index entry has a key of only " + key.length + " bytes");
        }
    }

    public static IndexEntry decode(KeyValue entry) {
        return new IndexEntry(entry.key(), entry.value());
    }

    /** The number of the item whose entry has this key. */
    public static long documentNumber(byte[] key) {
        return new IndexEntry(key, NO_LOCATOR).documentNumber();
    }

    /** The number of its item; entries with the same value are in the order of these. */
    public long documentNumber() {
        return OrderedBytes.readUnsignedLong(key, key.length - IndexKeys.NUMBER_BYTES);
    }

    /**
     * The value as a {@link ValueCode}; all values one after another, those that are sorted downwards inverted, if it
     * is an entry of a composite index; nothing if it is one of a shape.
     */
    public byte[] code() {
        return Arrays.copyOfRange(key, IndexKeys.HEADER_BYTES, key.length - IndexKeys.NUMBER_BYTES);
    }

    /** The value of an entry of a path, or null where only the item tells; see {@link ValueCode#value}. */
    public @Nullable JsonValue value() {
        return ValueCode.value(code());
    }

    /** Whether the value comes from the same path and is coded alike; for cut strings that does not make it the same. */
    public boolean isAlike(IndexEntry other) {
        return Arrays.equals(
                key, 0, key.length - IndexKeys.NUMBER_BYTES, other.key, 0, other.key.length - IndexKeys.NUMBER_BYTES);
    }
}
