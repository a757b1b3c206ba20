package org.mayflydb.server;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.mayflydb.server.route.Gateway;

/**
 * The threads that serve requests, apart from those of the network.
 *
 * @param workers wait for the store on behalf of requests
 * @param writers write to partitions
 * @param queries compute, so more of them than processors would only take turns
 */
record ServerThreads(ExecutorService workers, ExecutorService writers, ExecutorService queries)
        implements AutoCloseable {
    private static final int WORKERS = 64;

    /** Further requests are rejected with 429. */
    private static final int WAITING_REQUESTS_MAX = 4096;

    private static final int QUERY_THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

    /** A query may take seconds, so clients would give up before the end of a longer queue. */
    private static final int WAITING_QUERIES_MAX = 1024;

    private static final int DRAIN_SECONDS_MAX = 10;

    static ServerThreads start() {
        return new ServerThreads(
                pool("mayfly-worker-", WORKERS, new LinkedBlockingQueue<>(WAITING_REQUESTS_MAX)),
                // No bound: a partition never has more than one task here.
                pool("mayfly-writer-", WORKERS, new LinkedBlockingQueue<>()),
                pool("mayfly-query-", QUERY_THREADS, new LinkedBlockingQueue<>(WAITING_QUERIES_MAX)));
    }

    private static ExecutorService pool(String name, int size, BlockingQueue<Runnable> queue) {
        AtomicInteger count = new AtomicInteger();
        return new ThreadPoolExecutor(size, size, 0, TimeUnit.SECONDS, queue, task -> {
            Thread thread = new Thread(task, name + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    Gateway.Threads ofGateway() {
        return new Gateway.Threads(workers, writers, queries);
    }

    /** Lets work in progress finish, for a bounded time. */
    @Override
    public void close() {
        List.of(workers, writers, queries).forEach(ServerThreads::stop);
    }

    private static void stop(ExecutorService threads) {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(DRAIN_SECONDS_MAX, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
