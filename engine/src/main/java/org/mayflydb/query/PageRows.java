package org.mayflydb.query;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
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
    private final long recounted;
    private long bytes;
    private long seen;

    private PageRows(Window window, int rowsMax, QueryLimits limits, long seen, long recounted) {
        this.window = window;
        this.rowsMax = rowsMax;
        this.limits = limits;
        this.seen = seen;
        this.recounted = recounted;
    }

    /** An empty page that continues after so many rows of earlier pages, including those skipped by OFFSET. */
    static PageRows goingOn(Window window, int rowsMax, QueryLimits limits, long seen) {
        return new PageRows(window, rowsMax, limits, seen, 0);
    }

    /** An empty page that is shown all rows from the first one again and passes over those of earlier pages. */
    static PageRows recounting(Window window, int rowsMax, QueryLimits limits, long seen) {
        return new PageRows(window, rowsMax, limits, 0, seen);
    }

    /** Whether no further row belongs to the answer at all. */
    boolean isAnswerComplete() {
        Long take = window.take();
        return take != null && seen >= window.skip() + take;
    }

    /** Whether the next row of the answer must wait for the next page. */
    boolean isFull() {
        return seen >= Math.max(window.skip(), recounted)
                && (rows.size() >= rowsMax || (bytes >= limits.pageBytesMax() && !rows.isEmpty()));
    }

    /** Whether the rows at hand are still those of earlier pages. */
    boolean isRecounting() {
        return seen < recounted;
    }

    /** Takes the next row, which may be one that OFFSET leaves out. Undefined ones are not rows. */
    void add(@Nullable JsonValue row) {
        if (row == null) {
            return;
        }
        if (seen++ < Math.max(window.skip(), recounted)) {
            return;
        }
        long size = ValueSize.deep(row, limits.rowBytesMax());
        if (size > limits.rowBytesMax()) {
            throw SqlErrors.run("A row of the result exceeds the maximum size.");
        }
        checkFinite(row);
        bytes += size;
        rows.add(row);
    }

    /** Calculations may come to what JSON has no text for; it can be tested for, but not be a result. */
    private static void checkFinite(JsonValue value) {
        if (value instanceof JsonNumber number && !Double.isFinite(number.doubleValue()) && number.isComputed()) {
            throw SqlErrors.run("The result has a number that is infinite or not a number.");
        } else if (value instanceof JsonArray array) {
            array.elements().forEach(PageRows::checkFinite);
        } else if (value instanceof JsonObject object && object.textLength() == null) {
            object.members().values().forEach(PageRows::checkFinite);
        }
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
