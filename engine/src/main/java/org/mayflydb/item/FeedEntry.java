package org.mayflydb.item;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.ttl.Lifetime;

/**
 * One entry of the feed: which item was last written with this sequence number, and what is asked of it without reading it.
 *
 * @param size the length of the item's JSON
 * @param locator what names the item within its container
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FeedEntry(
        long lsn, short ordinal, long timestamp, Lifetime.Kind kind, int size, long documentNumber, byte[] locator) {
    private static final int FIXED_BYTES = 21;

    static FeedEntry decode(KeyValue entry) {
        byte[] value = entry.value();
        if (value.length < FIXED_BYTES) {
            throw new CorruptStoreException("A feed entry has only " + value.length + " bytes");
        }
        ByteBuffer in = ByteBuffer.wrap(value);
        long timestamp = in.getLong();
        byte kindNumber = in.get();
        Lifetime.Kind kind = Lifetime.Kind.ofNumber(kindNumber)
                .orElseThrow(() -> new CorruptStoreException("A feed entry has the unknown ttl kind " + kindNumber));
        return new FeedEntry(
                ItemKeys.lsnOfFeed(entry.key()),
                ItemKeys.ordinalOfFeed(entry.key()),
                timestamp,
                kind,
                in.getInt(),
                in.getLong(),
                Arrays.copyOfRange(value, FIXED_BYTES, value.length));
    }

    byte[] key() {
        return ItemKeys.feed(lsn, ordinal);
    }

    byte[] value() {
        return ByteBuffer.allocate(FIXED_BYTES + locator.length)
                .putLong(timestamp)
                .put(kind.number())
                .putInt(size)
                .putLong(documentNumber)
                .put(locator)
                .array();
    }
}
