package org.mayflydb.catalog;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.mayflydb.base.Bytes;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.key.Hash64;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.ResourceId;

/** The keys of the system partition. The layouts are in {@code docs/KEYSPACE.md}. */
final class CatalogKeys {
    private static final int USER_BYTES = 9;
    private static final int PERMISSION_BYTES = 17;
    private static final int CLIENT_ENCRYPTION_KEY_BYTES = 9;

    private static final int FORMER_SLOTS = 1 << 12;

    private CatalogKeys() {}

    static byte[] counters() {
        return Keyspace.CATALOG_COUNTERS.prefix();
    }

    static byte[] database(int number) {
        return numbered(Keyspace.DATABASE, number).array();
    }

    static byte[] container(int databaseNumber, int number) {
        return ByteBuffer.allocate(9)
                .put(Keyspace.CONTAINER.tag())
                .putInt(databaseNumber)
                .putInt(number)
                .array();
    }

    static int databaseOfContainer(byte[] key) {
        return ByteBuffer.wrap(key).getInt(1);
    }

    static byte[] droppedPartition(int number) {
        return numbered(Keyspace.DROPPED_PARTITION, number).array();
    }

    static byte[] deletedPartition(int number) {
        return numbered(Keyspace.DELETED_PARTITION, number).array();
    }

    /** Names share slots, so that the store does not grow with every container that is deleted. */
    static byte[] formerContainer(String databaseId, String containerId) {
        // No id contains a slash.
        byte[] name = (databaseId + "/" + containerId).getBytes(StandardCharsets.UTF_8);
        short slot = (short) (Hash64.of(name, name.length) & FORMER_SLOTS - 1);
        return ByteBuffer.allocate(3)
                .put(Keyspace.FORMER_CONTAINER.tag())
                .putShort(slot)
                .array();
    }

    static int partitionOfDropped(byte[] key) {
        return ByteBuffer.wrap(key).getInt(1);
    }

    static byte[] user(ResourceId user) {
        return ByteBuffer.allocate(USER_BYTES)
                .put(Keyspace.USER.tag())
                .putInt(user.database())
                .putInt(user.owned())
                .array();
    }

    static byte[] permission(ResourceId permission) {
        return ByteBuffer.allocate(PERMISSION_BYTES)
                .put(Keyspace.PERMISSION.tag())
                .putInt(permission.database())
                .putInt(permission.owned())
                .putLong(permission.ordinal())
                .array();
    }

    static byte[] clientEncryptionKey(ResourceId key) {
        return ByteBuffer.allocate(CLIENT_ENCRYPTION_KEY_BYTES)
                .put(Keyspace.CLIENT_ENCRYPTION_KEY.tag())
                .putInt(key.database())
                .putInt((int) key.ordinal())
                .array();
    }

    static ResourceId clientEncryptionKeyAt(byte[] key) {
        ByteBuffer in = ByteBuffer.wrap(key);
        if (key.length != CLIENT_ENCRYPTION_KEY_BYTES || in.getInt(1) == 0 || in.getInt(5) <= 0) {
            throw new CorruptStoreException(
                    "The catalog has an impossible key of a client encryption key: " + Bytes.wrap(key));
        }
        return ResourceId.database(in.getInt(1)).clientEncryptionKey(in.getInt(5));
    }

    static ResourceId userAt(byte[] key) {
        return userOf(key, USER_BYTES);
    }

    static ResourceId permissionAt(byte[] key) {
        ResourceId user = userOf(key, PERMISSION_BYTES);
        return user.permission(ByteBuffer.wrap(key).getLong(USER_BYTES));
    }

    private static ResourceId userOf(byte[] key, int keyBytes) {
        ByteBuffer in = ByteBuffer.wrap(key);
        if (key.length != keyBytes || in.getInt(1) == 0 || in.getInt(5) <= 0) {
            throw new CorruptStoreException("The catalog has an impossible key of a user: " + Bytes.wrap(key));
        }
        return ResourceId.database(in.getInt(1)).user(in.getInt(5));
    }

    private static ByteBuffer numbered(Keyspace keyspace, int number) {
        return ByteBuffer.allocate(5).put(keyspace.tag()).putInt(number);
    }
}
