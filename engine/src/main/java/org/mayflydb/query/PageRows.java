package org.mayflydb.query;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.compile.CompiledQuery.Window;
import org.mayflydb.query.run.QueryLimits;
import org.mayflydb.query.run.ValueSize;
import org.mayflydb.query.syntax.SqlErrors;

/** The rows of a page as they come in: counts them against TOP, OFFSET and LIMIT and against the size of the page. */
final class PageRows {
    private final Window window;
    private final int rowsMax;
    private final QueryLimits limits;
    private final List<JsonValue> rows = new ArrayList<>();
    private long bytes;
    private long seen;

    /**
     * An empty page.
     *
     * @param seen how many rows earlier pages have seen, those left out by OFFSET included
     */
    PageRows(Window window, int rowsMax, QueryLimits limits, long seen) {
        this.window = window;
        this.rowsMax = rowsMax;
        this.limits = limits;
        this.seen = seen;
    }

    /** Whether no further row belongs to the answer at all. */
    boolean isAnswerComplete() {
        Long take = window.take();
        return take != null && seen >= window.skip() + take;
    }

    /** Whether the next row of the answer must wait for the next page. */
    boolean isFull() {
        return seen >= window.skip() && (rows.size() >= rowsMax || (bytes >= limits.pageBytesMax() && !rows.isEmpty()));
    }

    /** Takes the next row, which may be one that OFFSET leaves out. Undefined ones are not rows. */
    void add(@Nullable JsonValue row) {
        if (row == null) {
            return;
        }
        if (seen++ < window.skip()) {
            return;
        }
        long size = ValueSize.deep(row, limits.rowBytesMax());
        if (size > limits.rowBytesMax()) {
            throw SqlErrors.run("A row of the result exceeds the maximum size.");
        }
        bytes += size;
        rows.add(row);
    }

    /** Counts a row that an earlier page has shown, or that OFFSET left out there. */
    void skip() {
        seen++;
    }

    List<JsonValue> rows() {
        return rows;
    }

    long bytes() {
        return bytes;
    }

    long seen() {
        return seen;
    }
}
