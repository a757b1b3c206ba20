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
 * @param contact how other nodes reach it, in a form of theirs; empty if they do not
 */
public record NodeRecord(
        UUID id,
        boolean alive,
        long validUntil,
        long counter,
        long wallClock,
        long appliedCatalog,
        String host,
        String contact) {
    private static final byte WITHOUT_CONTACT = 1;

    /** The length of the host precedes it, and what follows it is the contact. */
    private static final byte WITH_CONTACT = 2;

    private static final int KEY_BYTES = 17;
    private static final int FIXED_BYTES = 34;
    private static final int HOST_BYTES_MAX = 1_000;

    /** Of a node that others do not reach. */
    public NodeRecord(
            UUID id, boolean alive, long validUntil, long counter, long wallClock, long appliedCatalog, String host) {
        this(id, alive, validUntil, counter, wallClock, appliedCatalog, host, "");
    }

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
        byte format = value.length <= FIXED_BYTES ? 0 : in.get();
        if (entry.key().length != KEY_BYTES || (format != WITHOUT_CONTACT && format != WITH_CONTACT)) {
            throw new CorruptStoreException("A node record of " + value.length + " bytes has no known format");
        }
        byte alive = in.get();
        if (alive != 0 && alive != 1) {
            throw new CorruptStoreException("A node record is neither alive nor dead: " + alive);
        }
        ByteBuffer key = ByteBuffer.wrap(entry.key()).position(1);
        UUID id = new UUID(key.getLong(), key.getLong());
        long validUntil = in.getLong();
        long counter = in.getLong();
        long wallClock = in.getLong();
        long appliedCatalog = in.getLong();
        int hostBytes = format == WITH_CONTACT ? hostBytes(in) : in.remaining();
        String host = text(in, hostBytes);
        return new NodeRecord(
                id, alive == 1, validUntil, counter, wallClock, appliedCatalog, host, text(in, in.remaining()));
    }

    /** There is a host, and there is a contact. */
    private static int hostBytes(ByteBuffer in) {
        int bytes = in.remaining() < Short.BYTES ? 0 : Short.toUnsignedInt(in.getShort());
        if (bytes == 0 || bytes > HOST_BYTES_MAX || bytes >= in.remaining()) {
            throw new CorruptStoreException("A node record has a host of " + bytes + " bytes");
        }
        return bytes;
    }

    private static String text(ByteBuffer in, int bytes) {
        byte[] text = new byte[bytes];
        in.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    public byte[] encode() {
        byte[] name = host.getBytes(StandardCharsets.UTF_8);
        byte[] reached = contact.getBytes(StandardCharsets.UTF_8);
        Invariant.check(name.length > 0 && name.length <= Short.MAX_VALUE, "a node record names a host");
        boolean isReached = reached.length > 0;
        ByteBuffer out = ByteBuffer.allocate(FIXED_BYTES + (isReached ? Short.BYTES : 0) + name.length + reached.length)
                .put(isReached ? WITH_CONTACT : WITHOUT_CONTACT)
                .put((byte) (alive ? 1 : 0))
                .putLong(validUntil)
                .putLong(counter)
                .putLong(wallClock)
                .putLong(appliedCatalog);
        if (isReached) {
            out.putShort((short) name.length);
        }
        return out.put(name).put(reached).array();
    }

    /** The record of the same node when it has stopped. */
    NodeRecord stopped(long now) {
        return new NodeRecord(id, false, validUntil, counter + 1, now, appliedCatalog, host, contact);
    }
}
