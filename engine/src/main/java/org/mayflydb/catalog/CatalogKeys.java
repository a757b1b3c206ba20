package org.mayflydb.catalog;

import java.nio.ByteBuffer;
import org.mayflydb.key.Keyspace;

/** The keys of the system partition. The layouts are in {@code docs/KEYSPACE.md}. */
final class CatalogKeys {
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

    static int partitionOfDropped(byte[] key) {
        return ByteBuffer.wrap(key).getInt(1);
    }

    private static ByteBuffer numbered(Keyspace keyspace, int number) {
        return ByteBuffer.allocate(5).put(keyspace.tag()).putInt(number);
    }
}
