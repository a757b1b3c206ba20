package org.mayflydb.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Some work that was timed.
 *
 * @param wallNanos from the start of the first thread to the end of the last
 * @param cpuNanos what the threads that did the work spent of the processors; native threads of RocksDB do not count
 */
public record Round(long operations, long wallNanos, long cpuNanos) {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Work for one thread; answers how many operations it did. */
    @FunctionalInterface
    interface Work {
        long run(int threadIndex);
    }

    private record Timed(long operations, long startNanos, long endNanos, long cpuNanos) {}

    /** Runs the work in this thread. */
    static Round timed(Work work) {
        return sum(List.of(run(work, 0)));
    }

    /** Runs the work in as many threads at once. */
    static Round timed(int threads, Work work) {
        return threads == 1 ? timed(work) : sum(runAll(threads, work));
    }

    /** Operations per second. */
    public double perSecond() {
        return operations * 1e9 / wallNanos;
    }

    /** Operations per second of processor time. */
    public double perCpuSecond() {
        return operations * 1e9 / Math.max(1, cpuNanos);
    }

    private static List<Timed> runAll(int threads, Work work) {
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Timed>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int threadIndex = i;
                running.add(executor.submit(() -> {
                    start.await();
                    return run(work, threadIndex);
                }));
            }
            List<Timed> done = new ArrayList<>();
            for (Future<Timed> each : running) {
                done.add(each.get());
            }
            return done;
        } catch (InterruptedException | ExecutionException failure) {
            throw new IllegalStateException("a measured thread failed", failure);
        } finally {
            executor.shutdownNow();
        }
    }

    private static Timed run(Work work, int threadIndex) {
        long cpuStart = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        long operations = work.run(threadIndex);
        long end = System.nanoTime();
        return new Timed(operations, start, end, THREADS.getCurrentThreadCpuTime() - cpuStart);
    }

    private static Round sum(List<Timed> threads) {
        long start = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        long operations = 0;
        long cpuNanos = 0;
        for (Timed thread : threads) {
            start = Math.min(start, thread.startNanos);
            end = Math.max(end, thread.endNanos);
            operations += thread.operations;
            cpuNanos += thread.cpuNanos;
        }
        return new Round(operations, end - start, cpuNanos);
    }
}
