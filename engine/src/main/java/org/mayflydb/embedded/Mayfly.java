package org.mayflydb.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.mayflydb.backup.Backup;
import org.mayflydb.backup.BackupManifest;
import org.mayflydb.base.ClockWatch;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.catalog.TimeToLive;
import org.mayflydb.charge.ThroughputRules;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineListener;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.database.TranslatedStore;
import org.mayflydb.forecast.TtlGuard;
import org.mayflydb.item.write.ItemRules;
import org.mayflydb.node.SharingSettings;
import org.mayflydb.query.run.QueryLimits;
import org.mayflydb.storage.Capability;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreHealth;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.StoreProvider;
import org.mayflydb.storage.memory.MemoryStore;

/** A database in this process, in a directory or in memory. Close it when done. */
public final class Mayfly implements AutoCloseable {
    private final Engine engine;
    private final @Nullable ItemMapper mapper;

    private Mayfly(Engine engine, @Nullable ItemMapper mapper) {
        this.engine = engine;
        this.mapper = mapper;
    }

    /** Opens the database in a directory, or makes one there. Needs a durable store on the class path. */
    public static Mayfly open(Path directory) {
        return builder().open(directory);
    }

    /** Opens the database at an address: {@code memory:}, {@code rocksdb:PATH}, or the path of a directory. */
    public static Mayfly open(String address) {
        return builder().open(address);
    }

    /** A database that is gone when it is closed. */
    public static Mayfly inMemory() {
        return builder().inMemory();
    }

    /** To choose the clock, the durability, a mapper for objects. */
    public static Builder builder() {
        return new Builder();
    }

    public Database createDatabase(String id) {
        return new Database(engine, engine.createDatabase(id).id(), mapper);
    }

    /** The database with this id, made if there is none. */
    public Database createDatabaseIfNotExists(String id) {
        try {
            return createDatabase(id);
        } catch (ConflictException exists) {
            return database(id);
        }
    }

    /** The database with this id, which must exist. */
    public Database database(String id) {
        return new Database(engine, engine.database(id).id(), mapper);
    }

    public List<Database> databases() {
        return engine.databases().stream()
                .map(found -> new Database(engine, found.id(), mapper))
                .toList();
    }

    /**
     * Takes a backup of a snapshot of everything while the database is in use. {@code mayfly restore} turns it into a data
     * directory again.
     *
     * @param directory where the backup goes; it must not exist
     * @throws org.mayflydb.base.UnsupportedException if the database is in memory
     */
    public BackupManifest backup(Path directory) {
        return Backup.take(engine.store()::copyTo, directory, engine.now()).manifest();
    }

    /**
     * Whether the machine's clock has jumped ahead. Items expire by it all the same, but nothing is deleted for being old
     * until it is set back, {@link #acceptTime} is called, or ten minutes have passed.
     */
    public boolean isTimeSuspect() {
        return engine.time().isSuspect();
    }

    /** Trusts a clock that has jumped ahead, so that deletion continues; returns false if it has not. */
    public boolean acceptTime() {
        return engine.time().accept();
    }

    /** The engine itself, for what serves it to others. */
    public Engine engine() {
        return engine;
    }

    /** Whether writes are taken, and if not, why: a full disk, for example. */
    public StoreHealth storeHealth() {
        return engine.store().health();
    }

    @Override
    public void close() {
        engine.close();
    }

    /** How a database is opened. */
    public static final class Builder {
        private EngineSettings settings = EngineSettings.defaults();
        private TtlGuard guard = TtlGuard.OFF;
        private @Nullable ItemMapper mapper;
        private OptionalInt memoryMegabytes = OptionalInt.empty();

        private Builder() {}

        /**
         * Where the time comes from; a {@link org.mayflydb.base.MovableClock} can be moved by the program. It is trusted
         * whatever it shows, unlike the machine's clock, which is the default.
         */
        public Builder clock(InstantSource clock) {
            settings = settings.withClock(clock);
            return this;
        }

        /**
         * Watches the machine's clock, which the database's clock goes by, for jumps ahead. To be called after {@link #clock}.
         *
         * @param tolerance how far it may run ahead of the time that has passed before deletion waits; a minute by default
         * @param grace after which it is trusted again; ten minutes by default
         */
        public Builder watchMachineClock(Duration tolerance, Duration grace) {
            settings = settings.withClockRules(ClockWatch.Rules.system().with(tolerance, grace));
            return this;
        }

        /** Who hears what an operator should know; nobody by default. */
        public Builder listener(EngineListener listener) {
            settings = settings.withListener(listener);
            return this;
        }

        /** Whether a write is acknowledged only once it would survive a power failure, which is the default. */
        public Builder durability(Durability durability) {
            settings = settings.withDurability(durability);
            return this;
        }

        /** How objects of the program become JSON and back. */
        public Builder mapper(ItemMapper itemMapper) {
            mapper = itemMapper;
            return this;
        }

        /** Bounds what one request to run a query may take. */
        public Builder queryLimits(QueryLimits limits) {
            settings = settings.withQueryLimits(limits);
            return this;
        }

        /** What an item's {@code "ttl": null} means; by default that it inherits. */
        public Builder nullTtl(ItemRules.NullTtl meaning) {
            settings = settings.withItemRules(settings.rules().items().withNullTtl(meaning));
            return this;
        }

        /** What {@code "defaultTtl": null} means in a new container; by default that time to live is off. */
        public Builder nullDefaultTtl(TimeToLive.NullPolicy meaning) {
            settings = settings.withNullDefaultTtl(meaning);
            return this;
        }

        /**
         * Whether expired items are deleted by a thread in the background, which is the default. If not, the program does it
         * with {@link Container#purge}. The same goes for {@link Container#trimChanges} and {@link
         * Container#removeDeleted}. Nobody can see the difference but in the space that is taken.
         */
        public Builder backgroundPurge(boolean wanted) {
            settings = settings.withPurgeTimer(wanted ? null : StepTimer.NEVER);
            return this;
        }

        /**
         * How throughput is treated for those whom this database is served to. The program's own calls are neither limited
         * nor metered.
         */
        public Builder throughput(ThroughputRules rules) {
            settings = settings.withThroughput(rules);
            return this;
        }

        /** How many bytes of live items a container may hold; 0, the default, is no limit. */
        public Builder containerBytesMax(long bytes) {
            settings = settings.withItemRules(settings.rules().items().withContainerBytesMax(bytes));
            return this;
        }

        /**
         * Refuses changes of a container that would remove more than so many percent of its items at once, unless they
         * are made by {@link Container#confirmed}. By default nothing is refused.
         */
        public Builder ttlGuard(int percent) {
            guard = new TtlGuard(percent);
            return this;
        }

        /**
         * Bounds the memory outside of Java's heap that a database in a directory takes, for its cache and for what is not in
         * files yet; roughly, and at least {@value StoreProvider#MEMORY_MEGABYTES_MIN}. Without it that is up to about 450
         * megabytes, and two bytes for each key.
         */
        public Builder memoryMegabytes(int megabytes) {
            if (megabytes < StoreProvider.MEMORY_MEGABYTES_MIN) {
                throw new IllegalArgumentException("a store needs at least " + StoreProvider.MEMORY_MEGABYTES_MIN
                        + " megabytes of memory, not " + megabytes);
            }
            memoryMegabytes = OptionalInt.of(megabytes);
            return this;
        }

        /**
         * Shares the database with other processes that have the same store open: this one serves the partitions that it owns. Every
         * acknowledged write is then durable.
         */
        public Builder sharing(SharingSettings sharing) {
            settings = settings.withSharing(sharing);
            return this;
        }

        /** Opens the database in a directory, or makes one there. */
        public Mayfly open(Path directory) {
            return open(StoreAddress.of(directory));
        }

        /**
         * Opens the database at an address: {@code memory:}, {@code rocksdb:PATH}, or the path of a directory.
         *
         * @throws org.mayflydb.base.UnavailableException if no store on the class path has such addresses
         * @throws UnsupportedException if other processes can open the store too, and it is not {@linkplain #sharing shared}
         */
        public Mayfly open(String address) {
            return open(StoreAddress.parse(address));
        }

        private Mayfly open(StoreAddress address) {
            Store store = TranslatedStore.open(address, StoreOptions.defaults().withMemoryMegabytes(memoryMegabytes));
            if (settings.sharing() == null && !store.can(Capability.LOCAL_READS)) {
                store.close();
                throw new UnsupportedException("A store that other processes can open, without sharing it with them,");
            }
            return open(store);
        }

        /** Opens a database that is gone when it is closed. Its items are on the heap. */
        public Mayfly inMemory() {
            if (memoryMegabytes.isPresent()) {
                throw new IllegalStateException("memoryMegabytes bounds a database in a directory, not one in memory");
            }
            return open(new MemoryStore());
        }

        /** Opens the database on a store, which is closed with it. */
        public Mayfly open(Store store) {
            return new Mayfly(Engine.open(store, settings, guard), mapper);
        }
    }
}
