package org.mayflydb.membership;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.Invariant;
import org.mayflydb.key.Keyspace;
import org.mayflydb.storage.KeyValue;

/**
 * What is stored about a node. Times are in milliseconds.
 *
 * @param validUntil until when its lease is valid; 0 if it has none, as in this version
 * @param counter counts the writes of this record
 * @param wallClock when it was written, by the clock of the writer
 * @param appliedCatalog the version of the catalog that the node goes by
 * @param host the machine that it runs on
 */
public record NodeRecord(
        UUID id, boolean alive, long validUntil, long counter, long wallClock, long appliedCatalog, String host) {
    private static final byte FORMAT = 1;
    private static final int KEY_BYTES = 17;
    private static final int FIXED_BYTES = 34;

    public static byte[] key(UUID id) {
        return ByteBuffer.allocate(KEY_BYTES)
                .put(Keyspace.NODE.tag())
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    public static NodeRecord decode(KeyValue entry) {
        byte[] value = entry.value();
        ByteBuffer in = ByteBuffer.wrap(value);
        if (entry.key().length != KEY_BYTES || value.length <= FIXED_BYTES || in.get() != FORMAT) {
            throw new CorruptStoreException("A node record of " + value.length + " bytes has no known format");
        }
        byte alive = in.get();
        if (alive != 0 && alive != 1) {
            throw new CorruptStoreException("A node record is neither alive nor dead: " + alive);
        }
        ByteBuffer key = ByteBuffer.wrap(entry.key()).position(1);
        return new NodeRecord(
                new UUID(key.getLong(), key.getLong()),
                alive == 1,
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                new String(value, FIXED_BYTES, value.length - FIXED_BYTES, StandardCharsets.UTF_8));
    }

    public byte[] encode() {
        byte[] name = host.getBytes(StandardCharsets.UTF_8);
        Invariant.check(name.length > 0, "a node record names a host");
        return ByteBuffer.allocate(FIXED_BYTES + name.length)
                .put(FORMAT)
                .put((byte) (alive ? 1 : 0))
                .putLong(validUntil)
                .putLong(counter)
                .putLong(wallClock)
                .putLong(appliedCatalog)
                .put(name)
                .array();
    }

    /** The record of the same node when it has stopped. */
    NodeRecord stopped(long now) {
        return new NodeRecord(id, false, validUntil, counter + 1, now, appliedCatalog, host);
    }
}
