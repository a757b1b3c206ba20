package org.mayflydb.app.transfer;

import org.jspecify.annotations.Nullable;

/**
 * What became of a line.
 *
 * @param reason why it failed; null if it did not
 */
record ItemOutcome(Line line, Kind kind, @Nullable String reason) {

    enum Kind {
        WRITTEN,
        /** There is an item with its id, and that was to be left alone. */
        SKIPPED,
        /** Its deadline has passed. */
        EXPIRED,
        FAILED
    }

    static ItemOutcome of(Line line, Kind kind) {
        return new ItemOutcome(line, kind, null);
    }

    static ItemOutcome failed(Line line, String reason) {
        return new ItemOutcome(line, Kind.FAILED, reason);
    }
}
