package org.mayflydb.testing;

import java.util.Locale;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.StoreWithRemoteReads;
import org.mayflydb.storage.StoreWithoutSnapshots;
import org.mayflydb.storage.Stores;
import org.mayflydb.storage.memory.MemoryStore;

/**
 * The stores that the engine's tests run on: memory, unless the system property {@code mayfly.test.store} names another
 * {@link Kind}, or a test class does.
 */
public final class TestStores {
    private static final Kind DEFAULT = Kind.valueOf(
            System.getProperty("mayfly.test.store", "memory").replace('-', '_').toUpperCase(Locale.ROOT));
    private static final ThreadLocal<Kind> CHOSEN = ThreadLocal.withInitial(() -> DEFAULT);
    private static final long SEED = 17;

    /** Kinds of stores. */
    public enum Kind {
        MEMORY {
            @Override
            Store open() {
                return new MemoryStore();
            }
        },
        ROCKSDB {
            @Override
            Store open() {
                return new TemporaryStore();
            }
        },
        /** Loses and delays one commit in ten. */
        UNRELIABLE {
            @Override
            Store open() {
                return new FaultyStore(new MemoryStore()).unreliable(SEED, 10);
            }
        },
        /** Leaves snapshots to the engine. */
        NO_SNAPSHOTS {
            @Override
            Store open() {
                return new StoreWithoutSnapshots(new MemoryStore());
            }
        },
        /** Has reads that are not local. */
        REMOTE_READS {
            @Override
            Store open() {
                return new StoreWithRemoteReads(new MemoryStore());
            }
        },
        /** A PostgreSQL server of the tests; only in modules that have its test provider on the class path. */
        POSTGRESQL {
            @Override
            Store open() {
                return Stores.open(StoreAddress.parse("postgresql-test:"), StoreOptions.defaults());
            }
        };

        abstract Store open();
    }

    private TestStores() {}

    /** Opens an empty store. */
    public static Store open() {
        return CHOSEN.get().open();
    }

    /** The same for tests that write to the store themselves, or inject faults at exact places. */
    public static Store openReliable() {
        Kind kind = CHOSEN.get();
        return kind == Kind.UNRELIABLE ? Kind.MEMORY.open() : kind.open();
    }

    static void choose(Kind kind) {
        CHOSEN.set(kind);
    }

    static void forgetChoice() {
        CHOSEN.remove();
    }
}
