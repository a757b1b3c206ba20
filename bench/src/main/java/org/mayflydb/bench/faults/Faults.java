package org.mayflydb.bench.faults;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** All faults of the campaign. */
final class Faults {
    /** What the names of the threads of each pool start with. */
    private static final List<String> POOLS =
            List.of("mayfly-worker", "mayfly-writer", "mayfly-query", "mayfly-http", "mayfly-ready", "mayfly-purge");

    private static final String LOG_FILES = ".log";
    private static final String TABLE_FILES = ".sst";
    private static final String FLUSH_THREADS = "rocksdb:high";
    private static final String COMPACTION_THREADS = "rocksdb:low";
    private static final long HOUR_SECONDS = 3600;
    private static final int LARGE_TEXT_BYTES = 20_000;

    private Faults() {}

    static List<Fault> all(int stopSeconds) {
        List<Fault> all = new ArrayList<>(List.of(
                new Kill(),
                new FullDisk("disk full: write", Stage.WRITE),
                new FullDisk("disk full: checkpoint", Stage.CHECKPOINT),
                new FullDisk("disk full: close", Stage.CLOSE),
                new FullDisk("disk full: killed", Stage.KILL),
                new FailingCalls("disk full: flush", FaultShim.WRITE, FaultShim.NO_SPACE, TABLE_FILES, FLUSH_THREADS),
                new FailingCalls(
                        "disk full: compaction", FaultShim.WRITE, FaultShim.NO_SPACE, TABLE_FILES, COMPACTION_THREADS),
                new FailingCalls("I/O error: log write", FaultShim.WRITE, FaultShim.IO_ERROR, LOG_FILES, ""),
                new FailingCalls("I/O error: log sync", FaultShim.SYNC, FaultShim.IO_ERROR, LOG_FILES, ""),
                new FailingCalls("I/O error: flush", FaultShim.WRITE, FaultShim.IO_ERROR, TABLE_FILES, FLUSH_THREADS),
                new FailingCalls(
                        "I/O error: compaction read",
                        FaultShim.READ,
                        FaultShim.IO_ERROR,
                        TABLE_FILES,
                        COMPACTION_THREADS),
                new ReadOnly(),
                new ClockJump("clock: an hour ahead", HOUR_SECONDS),
                new ClockJump("clock: an hour back", -HOUR_SECONDS),
                new Stopped(stopSeconds)));
        POOLS.forEach(pool -> all.add(new OutOfMemory(pool, 0)));
        all.add(new OutOfMemory("mayfly-clock", -2 * HOUR_SECONDS));
        return all;
    }

    private static void waitSeconds(int seconds) {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** The process ends without a warning. */
    private record Kill() implements Fault {
        @Override
        public String name() {
            return "kill -9";
        }

        @Override
        public void inject(Scene scene) throws InterruptedException {
            scene.server().kill();
        }

        @Override
        public boolean isNoticed() {
            return false;
        }
    }

    /** What happens while the disk is full. */
    private enum Stage {
        WRITE,
        CHECKPOINT,
        CLOSE,
        KILL
    }

    private record FullDisk(String name, Stage stage) implements Fault {
        @Override
        public FileSystem.Kind files() {
            return FileSystem.Kind.MEMORY;
        }

        @Override
        public void inject(Scene scene) throws IOException {
            scene.files().fill();
            if (stage == Stage.CHECKPOINT) {
                int status = scene.admin("backup", "{\"directory\":\"full\"}").status();
                if (status < 400) {
                    throw new IOException("a backup to a full disk returned " + status);
                }
            }
        }

        @Override
        public boolean hasHappened(Scene scene) {
            return scene.ledger().refused() > 0;
        }

        @Override
        public void during(Scene scene) throws InterruptedException {
            if (stage == Stage.CLOSE) {
                scene.stop();
            } else if (stage == Stage.KILL) {
                scene.server().kill();
            }
        }

        @Override
        public void remove(Scene scene) throws IOException {
            scene.files().free();
            if (stage == Stage.CHECKPOINT) {
                // Taking a backup at once must not harm the store; it may be refused until writes resume.
                scene.admin("backup", "{\"directory\":\"freed\"}");
            }
        }
    }

    /** Calls of the store to the system fail. */
    private record FailingCalls(String name, int calls, int error, String suffix, String threads) implements Fault {
        @Override
        public boolean needsShim() {
            return true;
        }

        @Override
        public int textBytes() {
            return threads.isEmpty() ? 600 : LARGE_TEXT_BYTES;
        }

        @Override
        public void inject(Scene scene) {
            scene.shim().fail(calls, error, suffix, threads);
        }

        @Override
        public boolean hasHappened(Scene scene) {
            return scene.shim().failed() > 0;
        }

        @Override
        public void remove(Scene scene) {
            scene.shim().heal();
        }
    }

    /** The kernel finds an error in the file system and stops all writes, as after a power failure. */
    private record ReadOnly() implements Fault {
        @Override
        public String name() {
            return "read-only remount";
        }

        @Override
        public FileSystem.Kind files() {
            return FileSystem.Kind.EXT4;
        }

        @Override
        public void inject(Scene scene) throws IOException, InterruptedException {
            scene.files().becomeReadOnly();
        }

        @Override
        public boolean hasHappened(Scene scene) {
            return scene.ledger().refused() > 0;
        }

        @Override
        public void remove(Scene scene) throws IOException, InterruptedException {
            // Such a file system is mounted again only after all its files are closed.
            scene.stop();
            scene.files().unmount();
            scene.files().mount();
        }
    }

    /** The wall clock is wrong for some seconds. */
    private record ClockJump(String name, long seconds) implements Fault {
        @Override
        public boolean needsShim() {
            return true;
        }

        @Override
        public void inject(Scene scene) {
            scene.moveClock(seconds);
        }

        @Override
        public void during(Scene scene) {
            waitSeconds(10);
        }

        @Override
        public void remove(Scene scene) {
            scene.moveClock(0);
        }

        @Override
        public boolean isNoticed() {
            return seconds > 0;
        }
    }

    /** The process does not run for a while. */
    private record Stopped(int seconds) implements Fault {
        @Override
        public String name() {
            return "SIGSTOP for " + seconds + " s";
        }

        @Override
        public void inject(Scene scene) throws IOException, InterruptedException {
            Tool.run("kill", "-STOP", Long.toString(scene.server().pid()));
            waitSeconds(seconds);
        }

        @Override
        public void remove(Scene scene) throws IOException, InterruptedException {
            Tool.run("kill", "-CONT", Long.toString(scene.server().pid()));
        }

        @Override
        public boolean isNoticed() {
            return false;
        }
    }

    /**
     * A task of a thread pool takes all memory.
     *
     * @param clockSeconds how far the clock jumps before that, because the pool has a thread only then
     */
    private record OutOfMemory(String pool, long clockSeconds) implements Fault {
        @Override
        public String name() {
            return "out of memory: " + pool;
        }

        @Override
        public boolean needsShim() {
            return clockSeconds != 0;
        }

        @Override
        public void inject(Scene scene) throws IOException {
            if (clockSeconds != 0) {
                scene.moveClock(clockSeconds);
                waitSeconds(2);
            }
            scene.exhaustMemory(pool);
        }

        @Override
        public boolean hasHappened(Scene scene) {
            // A server that ends at once leaves no time to report it.
            return scene.memoryWasExhausted() || !scene.isAlive();
        }

        @Override
        public void remove(Scene scene) {
            if (clockSeconds != 0) {
                scene.moveClock(0);
            }
        }
    }
}
