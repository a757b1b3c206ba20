package org.mayflydb.format;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.key.Keyspace;
import org.mayflydb.partition.Partition;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreReads;

/** The record that names the format of a store; {@code docs/KEYSPACE.md} has the history of formats. */
public final class StoreFormat {
    /** Raised with every change that an older version could not read. */
    static final String CURRENT = "mayfly 3";

    /** The format that {@link StoreUpgrade} upgrades. */
    static final String PREVIOUS = "mayfly 2";

    /** The format during an upgrade, which no other version opens. */
    static final String UPGRADING = "mayfly 2 to 3";

    static final byte[] KEY = Keyspace.FORMAT.prefix();
    static final int SYSTEM_PARTITION = 0;

    private StoreFormat() {}

    /** Marks an empty store as one of ours, or checks that it is. */
    public static void claim(Store store, Partition system) {
        if (store.partitionNumbers().isEmpty()) {
            record(system);
        }
        check(store);
    }

    /** Marks a store as one of ours. */
    public static void record(Partition system) {
        system.write(transaction -> {
            transaction.put(KEY, bytes(CURRENT));
            return CURRENT;
        });
    }

    /** Returns true if the store names its format. */
    public static boolean isRecorded(Store store) {
        return of(store.partition(SYSTEM_PARTITION)) != null;
    }

    /** Checks that the store is one of ours, in the format of this version. */
    public static void check(Store store) {
        String found = of(store.partition(SYSTEM_PARTITION));
        if (CURRENT.equals(found)) {
            return;
        }
        String place = "The store at " + store.location();
        if (found == null) {
            throw new CorruptStoreException(
                    place + " has no format record: it is damaged, or it is not a Mayfly store");
        } else if (found.equals(PREVIOUS)) {
            throw new UnavailableException(place + " has the format '" + found
                    + "' of an earlier release. Start the server with it once: that upgrades it and keeps a copy for the"
                    + " earlier release.");
        } else if (found.equals(UPGRADING)) {
            throw new UnavailableException(
                    place + " is not upgraded completely. Start the server with it: that continues the upgrade.");
        }
        throw new CorruptStoreException(
                place + " has the format '" + found + "'; this version knows only '" + CURRENT + "'");
    }

    /** The format that is recorded; null if none is. */
    static @Nullable String of(StoreReads system) {
        byte[] found = system.get(KEY);
        return found == null ? null : new String(found, StandardCharsets.UTF_8);
    }

    static byte[] bytes(String format) {
        return format.getBytes(StandardCharsets.UTF_8);
    }
}
