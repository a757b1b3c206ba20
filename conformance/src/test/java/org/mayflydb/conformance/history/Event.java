package org.mayflydb.conformance.history;

import org.jspecify.annotations.Nullable;

/**
 * An operation and what came of it.
 *
 * @param invokedNanos before it was sent
 * @param respondedNanos when it was surely over: its answer had come, or its server was dead and the next one ready
 * @param earliestSecond what the server's clock showed at least when it was sent
 * @param latestSecond what the server's clock showed at most when it was over
 * @param outcome null if nobody knows
 */
record Event(
        Operation operation,
        long invokedNanos,
        long respondedNanos,
        long earliestSecond,
        long latestSecond,
        @Nullable Outcome outcome) {}
