package org.mayflydb.partition;

import java.nio.ByteBuffer;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.key.Keyspace;
import org.mayflydb.storage.StoreReads;

/**
 * The record every commit of a partition is conditional on, and rewrites.
 *
 * @param epoch counts the owners the partition has had; a writer that finds another epoch has lost it
 * @param owner the number the present owner drew at random
 * @param sequence counts the commits of the present owner; with {@code owner} it identifies the last commit
 * @param lastLsn the sequence number of the newest write
 * @param lastTimestamp the time of the partition when this was committed, which is never before its newest {@code _ts}
 * @param lastDocument the newest document number
 * @param items how many items there are, expired ones included until they are purged
 * @param bytes the size of their JSON
 * @param purgedLsn up to here {@link Keyspace#FEED} holds no item that inherits its lifetime
 * @param purgedDeadline before this second {@link Keyspace#EXPIRY} holds no entry
 * @param purgedDeadlineLsn in that second it holds none up to here
 */
public record PartitionHead(
        long epoch,
        long owner,
        long sequence,
        long lastLsn,
        long lastTimestamp,
        long lastDocument,
        long items,
        long bytes,
        long purgedLsn,
        long purgedDeadline,
        long purgedDeadlineLsn) {

    public static final byte[] KEY = Keyspace.HEAD.prefix();

    /** The head of a partition that was never written. */
    public static final PartitionHead EMPTY = new PartitionHead(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    private static final byte FORMAT = 1;
    private static final int ENCODED_BYTES = 1 + 11 * Long.BYTES;

    /** The head that a partition has in the store. */
    public static PartitionHead stored(StoreReads partition) {
        byte[] value = partition.get(KEY);
        return value == null ? EMPTY : decode(value);
    }

    public static PartitionHead decode(byte[] value) {
        ByteBuffer in = ByteBuffer.wrap(value);
        if (value.length != ENCODED_BYTES || in.get() != FORMAT) {
            throw new CorruptStoreException("A partition head of " + value.length + " bytes has no known format");
        }
        return new PartitionHead(
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong());
    }

    /** The same at a later time, if that is one. */
    public PartitionHead notBefore(long timestamp) {
        return timestamp <= lastTimestamp
                ? this
                : new PartitionHead(
                        epoch,
                        owner,
                        sequence,
                        lastLsn,
                        timestamp,
                        lastDocument,
                        items,
                        bytes,
                        purgedLsn,
                        purgedDeadline,
                        purgedDeadlineLsn);
    }

    public byte[] encode() {
        return ByteBuffer.allocate(ENCODED_BYTES)
                .put(FORMAT)
                .putLong(epoch)
                .putLong(owner)
                .putLong(sequence)
                .putLong(lastLsn)
                .putLong(lastTimestamp)
                .putLong(lastDocument)
                .putLong(items)
                .putLong(bytes)
                .putLong(purgedLsn)
                .putLong(purgedDeadline)
                .putLong(purgedDeadlineLsn)
                .array();
    }
}
