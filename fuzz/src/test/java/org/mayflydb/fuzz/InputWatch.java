package org.mayflydb.fuzz;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process if an input keeps its thread busy for too long. Processor time counts: on a busy machine every input
 * takes long.
 */
final class InputWatch {
    static final int EXIT_CODE = 70;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long LOOK_MILLIS = 100;

    private final long nanosMax;
    private volatile @Nullable Run current;
    private @Nullable Run seen;
    private long nanosWhenSeen;

    /** An input on its way; another one even if its bytes are the same. */
    private static final class Run {
        private final byte[] input;
        private final Thread thread;

        Run(byte[] input, Thread thread) {
            this.input = input;
            this.thread = thread;
        }
    }

    private InputWatch(Duration most) {
        this.nanosMax = most.toNanos();
    }

    static InputWatch start(Duration most) {
        InputWatch watch = new InputWatch(most);
        var unused = Executors.newSingleThreadScheduledExecutor(task -> {
                    Thread thread = new Thread(task, "input-watch");
                    thread.setDaemon(true);
                    return thread;
                })
                .scheduleWithFixedDelay(watch::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        return watch;
    }

    void begins(byte[] input) {
        current = new Run(input, Thread.currentThread());
    }

    void ends() {
        current = null;
    }

    private void look() {
        Run run = current;
        if (run == null) {
            seen = null;
            return;
        }
        long nanos = THREADS.getThreadCpuTime(run.thread.getId());
        if (run != seen) {
            seen = run;
            nanosWhenSeen = nanos;
        } else if (nanos - nanosWhenSeen > nanosMax) {
            StackTraceElement[] place = run.thread.getStackTrace();
            System.err.println("== Java Exception: timeout: an input of " + run.input.length + " bytes takes more than "
                    + Duration.ofNanos(nanosMax).toSeconds() + " s");
            Arrays.stream(place).forEach(line -> System.err.println("\tat " + line));
            // libFuzzer notices and saves the input.
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }
}
