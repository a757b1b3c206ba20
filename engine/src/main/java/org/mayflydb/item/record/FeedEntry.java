package org.mayflydb.item.record;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.ttl.Lifetime;

/**
 * One entry of the feed: which item was last written with this sequence number, and what is asked of it without reading it.
 *
 * @param commitTime when the write was committed, in milliseconds; entries of format 1 know only {@code _ts}
 * @param size the length of the item's JSON
 * @param locator what names the item within its container
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FeedEntry(
        long lsn,
        short ordinal,
        long timestamp,
        long commitTime,
        Lifetime.Kind kind,
        int size,
        long documentNumber,
        byte[] locator) {
    private static final byte FORMAT_2 = 2;
    private static final int FIXED_2_BYTES = 30;

    /** Format 1 has no number of its own: it begins with the highest byte of {@code _ts}. */
    private static final byte FORMAT_1 = 0;

    private static final int FIXED_1_BYTES = 21;
    private static final long MILLIS_PER_SECOND = 1000;

    public static FeedEntry decode(KeyValue entry) {
        byte[] value = entry.value();
        byte format = value.length == 0 ? FORMAT_1 : value[0];
        int fixedBytes = format == FORMAT_2 ? FIXED_2_BYTES : FIXED_1_BYTES;
        if (value.length < fixedBytes || (format != FORMAT_1 && format != FORMAT_2)) {
            throw new CorruptStoreException("A feed entry of " + value.length + " bytes has no known format");
        }
        ByteBuffer in = ByteBuffer.wrap(value).position(format == FORMAT_2 ? 1 : 0);
        long timestamp = in.getLong();
        long commitTime = format == FORMAT_2 ? in.getLong() : timestamp * MILLIS_PER_SECOND;
        byte kindNumber = in.get();
        Lifetime.Kind kind = Lifetime.Kind.ofNumber(kindNumber)
                .orElseThrow(() -> new CorruptStoreException("A feed entry has the unknown ttl kind " + kindNumber));
        return new FeedEntry(
                ItemKeys.lsnOfFeed(entry.key()),
                ItemKeys.ordinalOfFeed(entry.key()),
                timestamp,
                commitTime,
                kind,
                in.getInt(),
                in.getLong(),
                Arrays.copyOfRange(value, fixedBytes, value.length));
    }

    /** Returns true if both describe the same version of the same item. */
    public boolean sameAs(FeedEntry other) {
        return lsn == other.lsn
                && ordinal == other.ordinal
                && timestamp == other.timestamp
                && commitTime == other.commitTime
                && kind == other.kind
                && size == other.size
                && documentNumber == other.documentNumber
                && Arrays.equals(locator, other.locator);
    }

    public byte[] key() {
        return ItemKeys.feed(lsn, ordinal);
    }

    public byte[] value() {
        return ByteBuffer.allocate(FIXED_2_BYTES + locator.length)
                .put(FORMAT_2)
                .putLong(timestamp)
                .putLong(commitTime)
                .put(kind.number())
                .putInt(size)
                .putLong(documentNumber)
                .put(locator)
                .array();
    }
}
