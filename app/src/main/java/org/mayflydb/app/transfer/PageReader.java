package org.mayflydb.app.transfer;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.EndpointException;
import org.mayflydb.app.endpoint.QueryScope;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.app.endpoint.ResultPage;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/**
 * Reads the pages of several ranges at the same time, each range in order, and hands them over one after the other. At most
 * as many pages wait as there are threads.
 */
final class PageReader implements AutoCloseable {
    private static final int PAGE_ITEMS = 1000;
    private static final int GONE = 410;

    private final RemoteContainer container;
    private final @Nullable String query;
    private final ItemLine.Kept kept;
    private final ExecutorService threads;
    private final BlockingQueue<Outcome> outcomes;

    /**
     * A page, or why there is none.
     *
     * @param before how far the range was
     * @param after how far it is with this page
     * @param lines the items of the page
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Outcome(
            RangeProgress before,
            RangeProgress after,
            byte[] lines,
            int items,
            @Nullable RuntimeException failure) {
        /** Whether the range is not there any more, because it was split. */
        boolean isSplit() {
            return failure instanceof EndpointException answered && answered.status() == GONE;
        }
    }

    /** @param query null to read all items */
    PageReader(RemoteContainer container, @Nullable String query, ItemLine.Kept kept, int parallel) {
        this.container = container;
        this.query = query;
        this.kept = kept;
        this.outcomes = new LinkedBlockingQueue<>(parallel);
        this.threads = Executors.newFixedThreadPool(parallel, task -> {
            Thread thread = new Thread(task, "mayfly-export");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Begins to read these, where they stand. */
    void read(List<RangeProgress> ranges) {
        for (RangeProgress range : ranges) {
            threads.execute(() -> readRange(range));
        }
    }

    /** The next page of any range. */
    Outcome take() throws InterruptedException {
        return outcomes.take();
    }

    private void readRange(RangeProgress start) {
        RangeProgress progress = start;
        try {
            while (!progress.done()) {
                Outcome outcome = page(progress);
                outcomes.put(outcome);
                if (outcome.failure != null) {
                    return;
                }
                progress = outcome.after;
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private Outcome page(RangeProgress range) {
        try {
            QueryScope scope = QueryScope.of(range.range());
            ResultPage page = query == null
                    ? container.list(scope, PAGE_ITEMS, range.continuation())
                    : container.queryPage(query, scope, PAGE_ITEMS, range.continuation());
            ByteArrayOutputStream lines = new ByteArrayOutputStream();
            int items = 0;
            for (JsonValue row : page.rows()) {
                if (row instanceof JsonObject item) {
                    ItemLine.append(lines, ItemLine.of(item, kept));
                    items++;
                }
            }
            return new Outcome(range, range.after(page.continuation()), lines.toByteArray(), items, null);
        } catch (RuntimeException failure) {
            return new Outcome(range, range, new byte[0], 0, failure);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
