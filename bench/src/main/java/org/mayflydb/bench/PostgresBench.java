package org.mayflydb.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.mayflydb.base.Invariant;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.Stores;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The store on PostgreSQL beside its driver, which writes the same batches to the same table and reads the same keys over one connection. The
 * batches are the commits of grouped creates of indexed items. The driver needs one statement for a batch, and checks no condition.
 */
@Command(name = "postgres-bench", description = "Measures the store on PostgreSQL beside the bare driver.")
public final class PostgresBench implements Callable<Integer> {
    private static final String SCHEMA = "mayfly_bench";
    private static final String ENTRIES = SCHEMA + ".entries";
    private static final int OURS = 1;
    private static final int LIMIT = 2;
    private static final List<Integer> GROUPS = List.of(1, 4, 32);
    private static final int GETS = 5_000;
    private static final double AIM = 0.6;
    private static final int SEED = 1;

    @Option(
            names = "--server",
            required = true,
            description = "HOST:PORT/DATABASE; user and password are in PGUSER and PGPASSWORD.")
    private String server = "";

    @Option(names = "--items", defaultValue = "1000", description = "How many items a side creates in one round.")
    private int items;

    private final Random random = new Random(SEED);

    /** Keys that both partitions have. */
    private final List<byte[]> keys = new ArrayList<>();

    public static void main(String[] args) {
        System.exit(new CommandLine(new PostgresBench()).execute(args));
    }

    @Override
    public Integer call() throws SQLException {
        StoreAddress address = StoreAddress.parse("postgresql://" + server + "?schema=" + SCHEMA);
        try (Connection driver = DriverManager.getConnection(
                        "jdbc:postgresql://" + server + "?prepareThreshold=1",
                        System.getenv("PGUSER"),
                        System.getenv("PGPASSWORD"));
                RecordedCreates creates = new RecordedCreates()) {
            try (Store store = Stores.open(address, StoreOptions.defaults())) {
                StorePartition partition = store.partition(OURS);
                commit(partition, creates.next(1));
                for (int group : GROUPS) {
                    print(creates(creates, partition, driver, group));
                }
                print(gets(partition, driver));
            } finally {
                try (Statement drop = driver.createStatement()) {
                    drop.execute("drop schema " + SCHEMA + " cascade");
                }
            }
        }
        return 0;
    }

    private static void print(Measurement measured) {
        System.out.printf(
                Locale.ROOT,
                "%-24s %,9.0f/s  driver %,9.0f/s  ratio %.2f (%.2f-%.2f)  aim %.2f%n",
                measured.name(),
                measured.ours(),
                measured.limit(),
                measured.ratio(),
                measured.ratioLow(),
                measured.ratioHigh(),
                measured.aim());
    }

    /** Something to do that often. */
    @FunctionalInterface
    private interface Operation {
        void run(int index) throws SQLException;
    }

    private static Round timed(int times, int operationsEach, Operation operation) {
        return Round.timed(thread -> {
            for (int i = 0; i < times; i++) {
                try {
                    operation.run(i);
                } catch (SQLException failure) {
                    throw new IllegalStateException(failure);
                }
            }
            return (long) times * operationsEach;
        });
    }

    private Measurement creates(RecordedCreates creates, StorePartition partition, Connection driver, int group) {
        List<Commit> batches = new ArrayList<>();
        int batchesMax = Math.max(1, items / group);
        return Duel.run(
                "creates in groups of " + group,
                items,
                AIM,
                () -> {
                    batches.clear();
                    Stream.generate(() -> creates.next(group)).limit(batchesMax).forEach(batches::add);
                    batches.forEach(batch -> keys.add(largest(batch)));
                    return timed(batchesMax, group, i -> commit(partition, batches.get(i)));
                },
                () -> timed(batchesMax, group, i -> write(driver, batches.get(i))));
    }

    /** The key of an item. */
    private static byte[] largest(Commit batch) {
        return batch.changes().stream()
                .max(Comparator.comparing(change -> Invariant.present(change.value(), "a create only puts").length))
                .orElseThrow()
                .key();
    }

    private Measurement gets(StorePartition partition, Connection driver) {
        return Duel.run(
                "get",
                keys.size(),
                AIM,
                () -> timed(GETS, 1, i -> partition.get(anyKey())),
                () -> timed(GETS, 1, i -> read(driver, anyKey())));
    }

    private byte[] anyKey() {
        return keys.get(random.nextInt(keys.size()));
    }

    private static void commit(StorePartition partition, Commit commit) {
        if (partition.commit(commit) != CommitOutcome.APPLIED) {
            throw new IllegalStateException("a commit was not applied");
        }
    }

    private static void write(Connection driver, Commit commit) throws SQLException {
        List<Commit.Change> puts = commit.changes();
        Short[] spaces = puts.stream()
                .map(put -> (short) (put.space() == Space.MAIN ? 0 : 1))
                .toArray(Short[]::new);
        byte[][] putKeys = puts.stream().map(Commit.Change::key).toArray(byte[][]::new);
        byte[][] values = puts.stream().map(Commit.Change::value).toArray(byte[][]::new);
        try (PreparedStatement insert = driver.prepareStatement(
                "insert into " + ENTRIES + " (p, s, k, v) select " + LIMIT
                        + ", * from unnest(?, ?, ?) as put (s, k, v) on conflict (p, s, k) do update set v = excluded.v")) {
            insert.setArray(1, driver.createArrayOf("int2", spaces));
            insert.setArray(2, driver.createArrayOf("bytea", putKeys));
            insert.setArray(3, driver.createArrayOf("bytea", values));
            insert.executeUpdate();
        }
    }

    private static void read(Connection driver, byte[] key) throws SQLException {
        try (PreparedStatement get =
                driver.prepareStatement("select v from " + ENTRIES + " where p = " + LIMIT + " and s = 0 and k = ?")) {
            get.setBytes(1, key);
            try (ResultSet rows = get.executeQuery()) {
                if (!rows.next() || rows.getBytes(1) == null) {
                    throw new IllegalStateException("a key has no value");
                }
            }
        }
    }
}
