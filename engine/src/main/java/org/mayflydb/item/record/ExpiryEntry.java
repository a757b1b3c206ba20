package org.mayflydb.item.record;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.storage.KeyValue;

/**
 * One entry of the deadlines: an item with a lifetime of its own, and what is asked of it without reading it.
 *
 * <p>Within a second entries lie in the order of their writes, so that how far a purge has come is two numbers, however
 * many items share a deadline.
 *
 * @param size the length of the item's JSON
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ExpiryEntry(long deadline, long lsn, short ordinal, int size, long documentNumber, byte[] locator) {
    private static final int FIXED_BYTES = 12;

    public static ExpiryEntry decode(KeyValue entry) {
        byte[] value = entry.value();
        if (value.length < FIXED_BYTES) {
            throw new CorruptStoreException("An expiry entry has only " + value.length + " bytes");
        }
        ByteBuffer in = ByteBuffer.wrap(value);
        return new ExpiryEntry(
                ItemKeys.deadlineOfExpiry(entry.key()),
                ItemKeys.lsnOfExpiry(entry.key()),
                ItemKeys.ordinalOfExpiry(entry.key()),
                in.getInt(),
                in.getLong(),
                Arrays.copyOfRange(value, FIXED_BYTES, value.length));
    }

    public byte[] key() {
        return ItemKeys.expiry(deadline, lsn, ordinal);
    }

    public byte[] value() {
        return ByteBuffer.allocate(FIXED_BYTES + locator.length)
                .putInt(size)
                .putLong(documentNumber)
                .put(locator)
                .array();
    }
}
