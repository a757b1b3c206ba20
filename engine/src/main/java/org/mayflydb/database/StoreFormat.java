package org.mayflydb.database;

import java.nio.charset.StandardCharsets;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.key.Keyspace;
import org.mayflydb.partition.Partition;
import org.mayflydb.storage.Store;

/** The record that says what a store is and how it is laid out. */
final class StoreFormat {
    /** The layout of {@code docs/KEYSPACE.md}. Raised with every change that an older version could not read. */
    private static final String CURRENT = "mayfly 2";

    private static final byte[] KEY = Keyspace.FORMAT.prefix();

    private StoreFormat() {}

    /** Marks an empty store as one of ours, or checks that it is. */
    static void claim(Store store, Partition system) {
        if (store.partitionNumbers().isEmpty()) {
            system.write(transaction -> {
                transaction.put(KEY, CURRENT.getBytes(StandardCharsets.UTF_8));
                return CURRENT;
            });
        }
        check(store, system);
    }

    /** Checks that the store is one of ours, in a format that this version knows. */
    static void check(Store store, Partition system) {
        byte[] found = system.store().get(KEY);
        if (found != null) {
            String format = new String(found, StandardCharsets.UTF_8);
            if (!format.equals(CURRENT)) {
                throw new CorruptStoreException("The store at " + store.location() + " has the format '" + format
                        + "'; this version knows only '" + CURRENT + "'");
            }
            return;
        }
        throw new CorruptStoreException("The store at " + store.location()
                + " has no format record: it is damaged, or it is not a Mayfly store");
    }
}
