package org.mayflydb.storage.postgresql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Space;

/** The statements on the table of a schema. All but the last name one partition, first of their parameters but for the limits. */
record EntrySql(String get, String getAll, String commit, String removePage, String nextPartition, String entries) {

    static EntrySql in(String schema) {
        String entries = schema + ".entries";
        return new EntrySql(
                "select v from " + entries + " where p = ? and s = ? and k = ?",
                "select k, (select e.v from " + entries + " e where e.p = ? and e.s = ? and e.k = wanted.k)"
                        + " from unnest(?) as wanted (k)",
                "select " + schema + ".apply_commit(?, ?, ?, ?, ?, ?, ?, ?)",
                "select " + schema + ".remove_page(?, ?, ?, ?, ?)",
                "select p from " + entries + " where p > ? order by p limit 1",
                entries);
    }

    /** Parameters: partition, space, lower key, upper key if the range has one, limit. */
    String keys(KeyRange range) {
        return "select k from " + entries + where(range) + " order by k limit ?";
    }

    /**
     * Parameters: those of {@link #keys}, entries at most, bytes after which no entry follows. Values are taken out of line, and sent, only
     * for the entries of the result. The third column is null for the last entry of the range.
     */
    String scan(KeyRange range, Direction direction) {
        String order = direction == Direction.FORWARD ? " order by k" : " order by k desc";
        return "select k, v, another from (select k, v, row_number() over w as place, lead(true) over w as another,"
                + " sum(size) over (w rows between unbounded preceding and 1 preceding) as before from ("
                + "select k, v, octet_length(k) + octet_length(v) as size from " + entries + where(range) + order
                + " limit ?) as page window w as (" + order + ")) as measured"
                + " where place <= ? and (before is null or before < ?)" + order;
    }

    /** The size of the first entries. Parameters: those of {@link #keys}. */
    String size(KeyRange range) {
        return "select count(*), sum(octet_length(k) + octet_length(v)) from (select k, v from " + entries
                + where(range) + " order by k limit ?) as page";
    }

    /** What the planner believes about the number of entries, as text. Parameters: those of {@link #keys} without the limit. */
    String estimate(KeyRange range) {
        return "explain select from " + entries + where(range);
    }

    private static String where(KeyRange range) {
        return " where p = ? and s = ? and k >= ?" + (range.upper() == null ? "" : " and k < ?");
    }

    /** Returns the index of the parameter after those of the range. */
    static int setRange(PreparedStatement statement, int partition, Space space, KeyRange range) throws SQLException {
        statement.setInt(1, partition);
        statement.setShort(2, number(space));
        statement.setBytes(3, range.lower());
        if (range.upper() == null) {
            return 4;
        }
        statement.setBytes(4, range.upper());
        return 5;
    }

    /** How a space is stored. */
    static short number(Space space) {
        return switch (space) {
            case MAIN -> 0;
            case DERIVED -> 1;
        };
    }
}
