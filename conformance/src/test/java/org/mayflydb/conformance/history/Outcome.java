package org.mayflydb.conformance.history;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client was answered, or should be.
 *
 * @param lsn that the answer names; 0 if none
 * @param results one for each operation of {@link Operation#all()}
 * @param rows of a query: the ETag of each item by its id
 */
record Outcome(int status, long lsn, List<Result> results, Map<String, String> rows) {
    /** @param etag null if there is none to tell */
    record Result(int status, @Nullable String etag) {}

    Outcome {
        results = List.copyOf(results);
        rows = Map.copyOf(rows);
    }

    static Outcome of(int status, long lsn, @Nullable String etag) {
        return new Outcome(status, lsn, List.of(new Result(status, etag)), Map.of());
    }

    boolean isSuccess() {
        return status < 300 && status != Model.SOME_FAILED;
    }

    /** Whether the server had no room for it, which means that it did nothing. */
    boolean isTurnedAway() {
        return status == 429;
    }
}
