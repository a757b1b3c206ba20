package org.mayflydb.server.route;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.WireResponse;

/** The way back to a client. Whatever fails on the way becomes an answer too, so that nobody waits for ever. */
final class Reply implements Consumer<WireResponse> {
    private final Consumer<WireResponse> client;
    private final Completion completion;
    private final String activityId;
    private final Failures failures;
    private volatile @Nullable ItemTarget target;

    // When the owner of a partition was looked for first, and how often since. Used by one thread at a time, which
    // hands the request
    // on to the next one through an executor.
    private long searchBegan;
    private int searches;

    /** Adds what responses have beside what the route knows. */
    @FunctionalInterface
    interface Completion {
        /**
         * Returns the complete response.
         *
         * @param target what the request was found to be for; null if it is not about items or did not get that far
         */
        WireResponse complete(WireResponse response, @Nullable ItemTarget target);
    }

    Reply(Consumer<WireResponse> client, Completion completion, String activityId, Failures failures) {
        this.client = client;
        this.completion = completion;
        this.activityId = activityId;
        this.failures = failures;
    }

    /** The request is for this. */
    void resolved(@Nullable ItemTarget found) {
        target = found;
    }

    /** How many milliseconds are left of so many since this was asked first. */
    long patience(long millisMax) {
        long now = System.nanoTime();
        if (searchBegan == 0) {
            searchBegan = now;
        }
        return millisMax - TimeUnit.NANOSECONDS.toMillis(now - searchBegan);
    }

    /** Counts the searches for the owner of a partition. */
    int countTry() {
        return searches++;
    }

    Failures failures() {
        return failures;
    }

    @Override
    public void accept(WireResponse response) {
        WireResponse completed;
        try {
            completed = completion.complete(response, target);
        } catch (Throwable failure) {
            completed = failures.thrown(failure, activityId);
        }
        client.accept(completed);
    }

    /** Answers a request whose handling has thrown. */
    void failed(Throwable failure) {
        accept(failures.thrown(failure, activityId));
    }
}
