package org.mayflydb.storage.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mayflydb.storage.Deadline;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Space;

/** How many bytes a range takes: exact for few entries, beyond that by the number that the planner expects. */
final class SizeEstimate {
    private static final int COUNTED = 2_000;
    private static final Pattern ROWS = Pattern.compile("rows=([0-9]+)");

    private SizeEstimate() {}

    /** Sizes of the first entries. */
    private record Counted(long entries, long bytes) {}

    static long of(Calls calls, EntrySql sql, int number, Space space, KeyRange range) {
        Counted first = calls.repeatable(Deadline.NONE, connection -> count(connection, sql, number, space, range));
        if (first.entries < COUNTED) {
            return first.bytes;
        }
        long expected = calls.repeatable(Deadline.NONE, connection -> expected(connection, sql, number, space, range));
        return Math.max(first.entries, expected) * (first.bytes / first.entries);
    }

    private static Counted count(Connection connection, EntrySql sql, int number, Space space, KeyRange range)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.size(range))) {
            int next = EntrySql.setRange(statement, number, space, range);
            statement.setInt(next, COUNTED);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return new Counted(rows.getLong(1), rows.getLong(2));
            }
        }
    }

    private static long expected(Connection connection, EntrySql sql, int number, Space space, KeyRange range)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.estimate(range))) {
            EntrySql.setRange(statement, number, space, range);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                Matcher plan = ROWS.matcher(rows.getString(1));
                return plan.find() ? Long.parseLong(plan.group(1)) : 0;
            }
        }
    }
}
