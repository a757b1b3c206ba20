package org.mayflydb.storage.postgresql;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.AsyncPartition;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Deadline;
import org.mayflydb.storage.DerivedSet;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StorePartition;

/** The rows of one partition. Each call is one statement, except where a range is removed or a set ingested. */
final class PostgresPartition implements StorePartition {
    private static final int REMOVED_AT_ONCE = 1_000;
    private static final int INGESTED_AT_ONCE = 5_000;
    private static final long INGESTED_BYTES_AT_ONCE = 4L * 1024 * 1024;

    private final Calls calls;
    private final EntrySql sql;
    private final int number;
    private final AsyncCalls async;

    PostgresPartition(Calls calls, AsyncCalls async, EntrySql sql, int number) {
        this.calls = calls;
        this.async = async;
        this.sql = sql;
        this.number = number;
    }

    @Override
    public byte @Nullable [] get(Space space, byte[] key) {
        return get(space, key, Deadline.NONE);
    }

    byte @Nullable [] get(Space space, byte[] key, Deadline deadline) {
        // A list, because a call returns something.
        List<byte[]> found = calls.repeatable(deadline, connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql.get())) {
                statement.setInt(1, number);
                statement.setShort(2, EntrySql.number(space));
                statement.setBytes(3, key);
                try (ResultSet rows = statement.executeQuery()) {
                    return rows.next() ? List.of(rows.getBytes(1)) : List.of();
                }
            }
        });
        return found.isEmpty() ? null : found.get(0);
    }

    @Override
    public List<byte @Nullable []> getAll(Space space, List<byte[]> keys) {
        return getAll(space, keys, Deadline.NONE);
    }

    List<byte @Nullable []> getAll(Space space, List<byte[]> keys, Deadline deadline) {
        Map<ByteBuffer, byte[]> found = calls.repeatable(deadline, connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql.getAll())) {
                statement.setInt(1, number);
                statement.setShort(2, EntrySql.number(space));
                statement.setArray(3, connection.createArrayOf("bytea", keys.toArray(byte[][]::new)));
                Map<ByteBuffer, byte[]> values = new HashMap<>();
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        byte[] value = rows.getBytes(2);
                        if (value != null) {
                            values.put(ByteBuffer.wrap(rows.getBytes(1)), value);
                        }
                    }
                }
                return values;
            }
        });
        List<byte @Nullable []> values = new ArrayList<>(keys.size());
        for (byte[] key : keys) {
            byte[] value = found.get(ByteBuffer.wrap(key));
            values.add(value == null ? null : value.clone());
        }
        return values;
    }

    @Override
    public ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        return scan(space, range, direction, entriesMax, bytesMax, Deadline.NONE);
    }

    ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax, Deadline deadline) {
        checkEntries(entriesMax);
        return calls.repeatable(deadline, connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql.scan(range, direction))) {
                int next = EntrySql.setRange(statement, number, space, range);
                statement.setLong(next, entriesMax + 1L);
                statement.setInt(next + 1, entriesMax);
                statement.setLong(next + 2, bytesMax);
                List<KeyValue> entries = new ArrayList<>();
                boolean another = false;
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        entries.add(new KeyValue(rows.getBytes(1), rows.getBytes(2)));
                        another = rows.getBoolean(3);
                    }
                }
                return new ScanPage(entries, !another);
            }
        });
    }

    @Override
    public KeyPage scanKeys(Space space, KeyRange range, int keysMax) {
        checkEntries(keysMax);
        return calls.repeatable(Deadline.NONE, connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql.keys(range))) {
                statement.setLong(EntrySql.setRange(statement, number, space, range), keysMax + 1L);
                List<byte[]> keys = new ArrayList<>();
                boolean exhausted = true;
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        if (keys.size() == keysMax) {
                            exhausted = false;
                        } else {
                            keys.add(rows.getBytes(1));
                        }
                    }
                }
                return new KeyPage(keys, exhausted);
            }
        });
    }

    private static void checkEntries(int entriesMax) {
        if (entriesMax < 1) {
            throw new IllegalArgumentException("a scan of at most " + entriesMax + " entries finds nothing");
        }
    }

    @Override
    public AsyncPartition async() {
        return new AsyncPostgresPartition(this, async);
    }

    @Override
    public CommitOutcome commit(Commit commit) {
        commit.checkDeadline();
        PostgresStore.LIMITS.check(commit);
        return commit(commit, commit.changes());
    }

    /** Makes some changes on the conditions, and by the deadline, of a commit. */
    private CommitOutcome commit(Commit commit, List<Commit.Change> changes) {
        CommitArguments arguments = new CommitArguments(number, commit.conditions(), changes);
        return calls.commit(commit.deadline(), connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql.commit())) {
                arguments.set(connection, statement);
                boolean holds;
                try (ResultSet rows = statement.executeQuery()) {
                    rows.next();
                    holds = rows.getBoolean(1);
                }
                if (!holds) {
                    return CommitOutcome.CONDITION_FAILED;
                }
                return isWarned(statement) ? CommitOutcome.UNKNOWN : CommitOutcome.APPLIED;
            }
        });
    }

    /** Whether the server no longer waits for a synchronous standby: then it warns, and the commit may be lost by a fail-over. */
    private static boolean isWarned(PreparedStatement statement) throws SQLException {
        for (SQLWarning warning = statement.getWarnings(); warning != null; warning = warning.getNextWarning()) {
            String state = warning.getSQLState();
            if (state != null && state.startsWith("01")) {
                return true;
            }
        }
        return false;
    }

    /**
     * Takes the entries in bounded commits, each with the conditions of the record. If one fails after others were applied, the outcome is
     * unknown: entries are there without their record.
     */
    @Override
    public CommitOutcome ingest(DerivedSet set) {
        Commit record = set.record();
        record.checkDeadline();
        PostgresStore.LIMITS.check(record);
        boolean first = true;
        List<Commit.Change> page = new ArrayList<>();
        long bytes = 0;
        for (Iterator<Commit.Change> entries = set.entriesInOrder(); entries.hasNext(); ) {
            Commit.Change entry = entries.next();
            bytes += PostgresStore.LIMITS.check(entry);
            page.add(entry);
            if (page.size() == INGESTED_AT_ONCE || bytes >= INGESTED_BYTES_AT_ONCE) {
                CommitOutcome outcome = commit(record, page);
                if (outcome != CommitOutcome.APPLIED) {
                    return first ? outcome : CommitOutcome.UNKNOWN;
                }
                first = false;
                page.clear();
                bytes = 0;
            }
        }
        if (!page.isEmpty()) {
            CommitOutcome outcome = commit(record, page);
            if (outcome != CommitOutcome.APPLIED) {
                return first ? outcome : CommitOutcome.UNKNOWN;
            }
            first = false;
        }
        CommitOutcome outcome = commit(record, record.changes());
        return outcome == CommitOutcome.APPLIED || first ? outcome : CommitOutcome.UNKNOWN;
    }

    /** Removes page by page; each begins after the last key of the one before, so that no removed entry is passed twice. */
    @Override
    public void deleteRange(Space space, KeyRange range) {
        byte @Nullable [] upper = range.upper();
        byte[] end = upper == null ? PostgresStore.BEYOND_ALL_KEYS : upper;
        byte[] lower = range.lower();
        while (Arrays.compareUnsigned(lower, end) < 0) {
            byte[] from = lower;
            List<byte[]> last = calls.repeatable(Deadline.NONE, connection -> removePage(connection, space, from, end));
            if (last.isEmpty()) {
                return;
            }
            lower = KeyRange.all().after(last.get(0)).lower();
        }
        calls.connections().checkOpen();
    }

    private List<byte[]> removePage(Connection connection, Space space, byte[] from, byte[] end) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.removePage())) {
            statement.setInt(1, number);
            statement.setShort(2, EntrySql.number(space));
            statement.setBytes(3, from);
            statement.setBytes(4, end);
            statement.setInt(5, REMOVED_AT_ONCE);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                byte[] last = rows.getBytes(1);
                return last == null ? List.of() : List.of(last);
            }
        }
    }

    @Override
    public long approximateBytes(Space space, KeyRange range) {
        return range.isEmpty() ? sizeOfNothing() : SizeEstimate.of(calls, sql, number, space, range);
    }

    private long sizeOfNothing() {
        calls.connections().checkOpen();
        return 0;
    }
}
