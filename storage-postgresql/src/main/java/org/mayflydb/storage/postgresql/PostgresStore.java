package org.mayflydb.storage.postgresql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.mayflydb.storage.Capability;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Deadline;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreLimits;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreUnavailableException;

/**
 * A table in a PostgreSQL database. Several processes may have it open; commits to one partition are applied one after the other.
 *
 * <p>It has no snapshots: a read point would have to be a transaction over several calls, and keeps the server from removing old rows.
 */
public final class PostgresStore implements Store {
    private static final Set<Capability> CAPABILITIES = Set.of(Capability.DURABLE, Capability.SIZE_ESTIMATES);

    /** An entry of the index has at most 2,704 bytes. A commit is a single message to the server. */
    static final StoreLimits LIMITS = new StoreLimits(2_600, 4 * 1024 * 1024, 50_000, 64L * 1024 * 1024);

    /** The upper end of ranges without one. */
    static final byte[] BEYOND_ALL_KEYS = beyondAllKeys();

    private final ServerFailures failures;
    private final Calls calls;
    private final AsyncCalls async;
    private final EntrySql sql;

    private PostgresStore(PostgresAddress address, Map<String, String> environment) {
        this.failures = new ServerFailures(address.location());
        this.calls = new Calls(
                new Connections(new Connector(address, environment), failures, address.connections()),
                failures,
                address.timeout());
        this.async = new AsyncCalls(calls, address.connections());
        this.sql = EntrySql.in(address.schema());
    }

    /** Connects, and creates the schema if there is none. */
    static PostgresStore open(PostgresAddress address, Map<String, String> environment) {
        PostgresStore store = new PostgresStore(address, environment);
        boolean opened = false;
        try {
            StoreSchema schema = new StoreSchema(address.schema());
            opened = store.calls.repeatable(Deadline.NONE, schema::prepare);
            return store;
        } finally {
            if (!opened) {
                store.close();
            }
        }
    }

    private static byte[] beyondAllKeys() {
        byte[] key = new byte[LIMITS.keyBytes() + 1];
        Arrays.fill(key, (byte) 0xFF);
        return key;
    }

    @Override
    public String location() {
        return failures.location();
    }

    @Override
    public Set<Capability> capabilities() {
        return CAPABILITIES;
    }

    @Override
    public StoreLimits limits() {
        return LIMITS;
    }

    /** A statement for each, since they are few and a table that is distributed can serve it. */
    @Override
    public List<Integer> partitionNumbers() {
        List<Integer> numbers = new ArrayList<>();
        int last = -1;
        while (true) {
            int from = last;
            int next = calls.repeatable(Deadline.NONE, connection -> {
                try (PreparedStatement statement = connection.prepareStatement(sql.nextPartition())) {
                    statement.setInt(1, from);
                    try (ResultSet rows = statement.executeQuery()) {
                        return rows.next() ? rows.getInt(1) : -1;
                    }
                }
            });
            if (next < 0) {
                return numbers;
            }
            numbers.add(next);
            last = next;
        }
    }

    @Override
    public StorePartition partition(int number) {
        calls.connections().checkOpen();
        if (number < 0) {
            throw new IllegalArgumentException("partition number " + number + " is negative");
        }
        return new PostgresPartition(calls, async, sql, number);
    }

    /** The commit first, which refuses all later writers if it is applied; then what it did not put. */
    @Override
    public CommitOutcome drop(int number, Commit last) {
        StorePartition partition = partition(number);
        CommitOutcome outcome = partition.commit(last);
        if (outcome != CommitOutcome.APPLIED) {
            return outcome;
        }
        try {
            for (Space space : Space.values()) {
                dropOthers(partition, space, last);
            }
            return CommitOutcome.APPLIED;
        } catch (StoreUnavailableException failure) {
            return CommitOutcome.UNKNOWN; // of the drop as a whole: entries are left
        }
    }

    private static void dropOthers(StorePartition partition, Space space, Commit last) {
        List<byte[]> kept = last.changes().stream()
                .filter(change -> change.space() == space)
                .map(Commit.Change::key)
                .sorted(Arrays::compareUnsigned)
                .toList();
        KeyRange rest = KeyRange.all();
        for (byte[] key : kept) {
            partition.deleteRange(space, rest.before(key));
            rest = rest.after(key);
        }
        partition.deleteRange(space, rest);
    }

    @Override
    public void drop(int number) {
        StorePartition partition = partition(number);
        for (Space space : Space.values()) {
            partition.deleteRange(space, KeyRange.all());
        }
    }

    /** Reads everything. The server compares checksums itself if it has them (initdb --data-checksums). */
    @Override
    public void verifyChecksums() {
        for (int number : partitionNumbers()) {
            for (Space space : Space.values()) {
                partition(number).walk(space, KeyRange.all(), entry -> true);
            }
        }
    }

    @Override
    public void close() {
        async.close();
        calls.close();
    }
}
