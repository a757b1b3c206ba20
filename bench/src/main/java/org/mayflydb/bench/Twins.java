package org.mayflydb.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.SystemTime;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.query.QueryPage;
import org.mayflydb.query.QueryRequest;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.rocksdb.RocksOptions;
import org.mayflydb.storage.rocksdb.RocksStore;

/**
 * A database with one container, and a bare RocksDB that went through the same commits in the same order.
 *
 * <p>The container holds, in the order of their writing, {@code expiring} items with a lifetime of their own that is over,
 * as many that inherit theirs and were written long ago, and then the items that are meant to live.
 */
final class Twins implements AutoCloseable {
    /** How long ago the items that are to expire were written. */
    private static final int AGE_SECONDS = 1_000_000;

    private static final int OWN_TTL_SECONDS = 1000;

    /** Old items that inherit are expired under this default, new ones are not. */
    static final int DEFAULT_TTL_SECONDS = AGE_SECONDS / 2;

    /** Nothing that inherits is expired under this one. */
    static final int LONG_DEFAULT_TTL_SECONDS = 10 * AGE_SECONDS;

    private static final String DATABASE = "bench";
    private static final String CONTAINER = "items";

    private final RocksOptions rocksOptions;
    private final Path oursDirectory;
    private final Path limitDirectory;
    private final int firstLive;
    private final int live;
    private int nextNumber;

    private @Nullable Mayfly mayfly;
    private @Nullable WatchedStore store;
    private @Nullable RawDatabase raw;

    private Twins(Path directory, RocksOptions rocksOptions, int live, int expiring) {
        this.rocksOptions = rocksOptions;
        this.oursDirectory = directory.resolve("ours");
        this.limitDirectory = directory.resolve("limit");
        this.firstLive = 2 * expiring;
        this.live = live;
    }

    /** Makes both, puts everything into files, waits for compactions, and opens them with relaxed commits. */
    static Twins load(Path directory, RocksOptions rocksOptions, int live, int expiring) {
        Twins twins = new Twins(directory, rocksOptions, live, expiring);
        MovableClock clock = MovableClock.ticking();
        twins.open(clock, Durability.RELAXED);
        twins.store().watch((number, commit) -> twins.raw().write(RawCommit.of(number, commit), Durability.RELAXED));
        Container container = twins.mayfly()
                .createDatabase(DATABASE)
                .createContainer(ContainerSpec.named(CONTAINER).partitionKey(SampleItem.PARTITION_KEY_PATH));
        clock.advance(Duration.ofSeconds(-AGE_SECONDS));
        for (int i = 0; i < expiring; i++) {
            container.create(SampleItem.json(twins.takeNumber(), OWN_TTL_SECONDS));
        }
        for (int i = 0; i < expiring; i++) {
            container.create(SampleItem.json(twins.takeNumber()));
        }
        clock.advance(Duration.ofSeconds(AGE_SECONDS));
        for (int i = 0; i < live; i++) {
            container.create(SampleItem.json(twins.takeNumber()));
        }
        twins.close();
        RawDatabase.settle(twins.oursDirectory, rocksOptions);
        RawDatabase.settle(twins.limitDirectory, rocksOptions);
        twins.open(SystemTime.source(), Durability.RELAXED);
        return twins;
    }

    /** Closes both and opens them again, now with this durability. */
    void reopen(Durability durability) {
        close();
        open(SystemTime.source(), durability);
    }

    private void open(InstantSource clock, Durability durability) {
        // Before anything is written there is a system partition only; the limit gets its records too.
        WatchedStore opened = new WatchedStore(RocksStore.open(oursDirectory, rocksOptions));
        RawDatabase openedRaw = RawDatabase.open(limitDirectory, rocksOptions);
        store = opened;
        raw = openedRaw;
        opened.watch((number, commit) -> openedRaw.write(RawCommit.of(number, commit), durability));
        mayfly = Mayfly.builder()
                .clock(clock)
                .backgroundPurge(false)
                .durability(durability)
                .open(opened);
        opened.watch(WatchedStore.NOBODY);
    }

    private Mayfly mayfly() {
        return Invariant.present(mayfly, "the twins are open");
    }

    WatchedStore store() {
        return Invariant.present(store, "the twins are open");
    }

    RawDatabase raw() {
        return Invariant.present(raw, "the twins are open");
    }

    Container container() {
        return mayfly().database(DATABASE).container(CONTAINER);
    }

    /** Asks the container. */
    QueryPage query(QueryRequest request) {
        return mayfly().engine().query(DATABASE, CONTAINER, request);
    }

    /** How the partition keys of the container are hashed. */
    PartitionKeyDefinition partitionKey() {
        return mayfly().engine().container(DATABASE, CONTAINER).properties().partitionKey();
    }

    /** The partition of the store that holds the items; there is one beside the system's. */
    int partitionNumber() {
        return store().partitionNumbers().get(1);
    }

    /** The first of the item keys, as RocksDB has them. */
    byte[] itemsLower() {
        return RawCommit.storedKey(partitionNumber(), Keyspace.ITEM.prefix());
    }

    /** What follows the last of the item keys. */
    byte[] itemsUpper() {
        return RawCommit.storedKey(partitionNumber(), new byte[] {(byte) (Keyspace.ITEM.tag() + 1)});
    }

    /** How many items are meant to live, as they were loaded. */
    int live() {
        return live;
    }

    /** Whether an item is one of those meant to live. */
    boolean isLive(int number) {
        return number >= firstLive;
    }

    /** The number of an item that there is not yet. */
    int takeNumber() {
        return nextNumber++;
    }

    @Override
    public void close() {
        mayfly().close();
        raw().close();
        mayfly = null;
        raw = null;
        store = null;
    }
}
