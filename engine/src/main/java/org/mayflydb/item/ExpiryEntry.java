package org.mayflydb.item;

import java.nio.ByteBuffer;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.storage.KeyValue;

/**
 * One entry of the deadlines: an item with a lifetime of its own, and what a purge must know of it without reading it.
 *
 * @param size the length of the item's JSON
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ExpiryEntry(long deadline, byte[] locator, long lsn, short ordinal, int size) {
    private static final int VALUE_BYTES = 14;

    static ExpiryEntry decode(KeyValue entry) {
        byte[] value = entry.value();
        if (value.length != VALUE_BYTES) {
            throw new CorruptStoreException("An expiry entry has " + value.length + " bytes instead of " + VALUE_BYTES);
        }
        ByteBuffer in = ByteBuffer.wrap(value);
        return new ExpiryEntry(
                ItemKeys.deadlineOfExpiry(entry.key()),
                ItemKeys.locatorOfExpiry(entry.key()),
                in.getLong(),
                in.getShort(),
                in.getInt());
    }

    byte[] key() {
        return ItemKeys.expiry(deadline, locator);
    }

    byte[] value() {
        return ByteBuffer.allocate(VALUE_BYTES)
                .putLong(lsn)
                .putShort(ordinal)
                .putInt(size)
                .array();
    }
}
