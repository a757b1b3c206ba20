package org.mayflydb.bench;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.Stores;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The store on PostgreSQL beside its driver, which writes the same batches and reads the same keys over one connection. */
@Command(name = "postgres-bench", description = "Measures the store on PostgreSQL beside the bare driver.")
public final class PostgresBench implements Callable<Integer> {
    private static final String SCHEMA = "mayfly_bench";
    private static final byte[] HEAD = {2};
    private static final int VALUE_BYTES = 80;
    private static final int SEED = 1;

    @Option(
            names = "--server",
            required = true,
            description = "HOST:PORT/DATABASE; user and password are in PGUSER and PGPASSWORD.")
    private String server = "";

    @Option(names = "--seconds", defaultValue = "1", description = "How long a side works in one round.")
    private int seconds;

    private final Random random = new Random(SEED);
    private long head;
    private int next;

    public static void main(String[] args) {
        System.exit(new CommandLine(new PostgresBench()).execute(args));
    }

    @Override
    public Integer call() throws SQLException {
        StoreAddress address = StoreAddress.parse("postgresql://" + server + "?schema=" + SCHEMA);
        try (Connection driver = DriverManager.getConnection(
                "jdbc:postgresql://" + server + "?prepareThreshold=1",
                System.getenv("PGUSER"),
                System.getenv("PGPASSWORD"))) {
            try (Store store = Stores.open(address, StoreOptions.defaults())) {
                StorePartition partition = store.partition(1);
                partition.commit(new Commit(Durability.SYNCED).put(HEAD, number(head)));
                print(commits(partition, driver, "commit of 12 keys", 12));
                print(commits(partition, driver, "commit of 600 keys", 600));
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
                "%-20s %,9.0f/s  driver %,9.0f/s  ratio %.2f (%.2f-%.2f)  aim %.2f%n",
                measured.name(),
                measured.ours(),
                measured.limit(),
                measured.ratio(),
                measured.ratioLow(),
                measured.ratioHigh(),
                measured.aim());
    }

    private Measurement commits(StorePartition partition, Connection driver, String name, int keys) {
        return Duel.run(
                name, keys, 0.6, () -> timed(() -> commit(partition, keys)), () -> timed(() -> write(driver, keys)));
    }

    private Measurement gets(StorePartition partition, Connection driver) {
        return Duel.run("get", next, 0.6, () -> timed(() -> partition.get(anyKey())), () -> timed(() -> read(driver)));
    }

    /** One operation. */
    @FunctionalInterface
    private interface Operation {
        void run() throws SQLException;
    }

    private Round timed(Operation operation) {
        return Round.timed(thread -> {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            long done = 0;
            while (System.nanoTime() - end < 0) {
                try {
                    operation.run();
                } catch (SQLException failure) {
                    throw new IllegalStateException(failure);
                }
                done++;
            }
            return done;
        });
    }

    private static byte[] number(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    private byte[] newKey() {
        next++;
        return number(next);
    }

    private byte[] anyKey() {
        return number(1 + random.nextInt(next));
    }

    private byte[] newValue() {
        byte[] value = new byte[VALUE_BYTES];
        random.nextBytes(value);
        return value;
    }

    private void commit(StorePartition partition, int keys) {
        Commit commit = new Commit(Durability.SYNCED).ifValue(HEAD, number(head));
        head++;
        commit.put(HEAD, number(head));
        for (int i = 1; i < keys; i++) {
            commit.put(newKey(), newValue());
        }
        if (partition.commit(commit) != CommitOutcome.APPLIED) {
            throw new IllegalStateException("a commit was not applied");
        }
    }

    /** The same rows, without a condition. */
    private void write(Connection driver, int keys) throws SQLException {
        byte[][] newKeys = new byte[keys][];
        byte[][] values = new byte[keys][];
        newKeys[0] = HEAD;
        values[0] = number(head);
        for (int i = 1; i < keys; i++) {
            newKeys[i] = newKey();
            values[i] = newValue();
        }
        try (PreparedStatement insert = driver.prepareStatement(
                "insert into " + SCHEMA + ".entries (p, s, k, v)"
                        + " select 1, 0, k, v from unnest(?, ?) as t (k, v) on conflict (p, s, k) do update set v = excluded.v")) {
            insert.setArray(1, driver.createArrayOf("bytea", newKeys));
            insert.setArray(2, driver.createArrayOf("bytea", values));
            insert.executeUpdate();
        }
    }

    private void read(Connection driver) throws SQLException {
        try (PreparedStatement get =
                driver.prepareStatement("select v from " + SCHEMA + ".entries where p = 1 and s = 0 and k = ?")) {
            get.setBytes(1, anyKey());
            try (ResultSet rows = get.executeQuery()) {
                rows.next();
                if (Arrays.equals(rows.getBytes(1), new byte[0])) {
                    throw new IllegalStateException("a value is empty");
                }
            }
        }
    }
}
