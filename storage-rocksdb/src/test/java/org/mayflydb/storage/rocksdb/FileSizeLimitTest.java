package org.mayflydb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;

/** A process whose files must not grow beyond a limit meets what a full disk is; nothing has to be mounted for that. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "prlimit changes the limit of a running process")
@Tag("process")
class FileSizeLimitTest {
    private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");
    private static final RocksOptions SIZES = new RocksOptions(1 << 20, 64 << 20);

    @TempDir
    private Path temporary;

    @Test
    void writesResumeAndNothingIsLostWhenTheLimitIsLifted() throws Exception {
        assumeTrue(Files.isExecutable(PRLIMIT), "there is " + PRLIMIT);
        int acknowledged = run();
        try (RocksStore store = RocksStore.open(temporary.resolve("store"), SIZES)) {
            for (int i = 0; i < acknowledged; i++) {
                assertThat(store.partition(1).get(key(i))).as("entry %d", i).isNotNull();
            }
        }
    }

    /** Runs {@link Writer}, and returns how many entries it says were acknowledged. */
    private int run() throws Exception {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                temporary.resolve("store").toString());
        Path errors = temporary.resolve("errors");
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
        return Integer.parseInt(output.strip());
    }

    private static byte[] key(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    /** Writes under a limit until that fails, lifts the limit, and writes on. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) throws Exception {
            try (RocksStore store = RocksStore.open(Path.of(arguments[0]), SIZES)) {
                // Only now: loading the library copies it.
                limit("2000000:");
                int acknowledged = 0;
                while (put(store, acknowledged) == CommitOutcome.APPLIED) {
                    acknowledged++;
                }
                limit("unlimited");
                if (!store.open().reopen() || put(store, acknowledged++) != CommitOutcome.APPLIED) {
                    throw new IllegalStateException(store.health().toString());
                }
                System.out.println(acknowledged);
            }
        }

        private static void limit(String bytes) throws Exception {
            String pid = Long.toString(ProcessHandle.current().pid());
            int exitCode = new ProcessBuilder(PRLIMIT.toString(), "--pid", pid, "--fsize=" + bytes)
                    .inheritIO()
                    .start()
                    .waitFor();
            if (exitCode != 0) {
                throw new IllegalStateException("the limit cannot be changed");
            }
        }

        private static CommitOutcome put(RocksStore store, int number) {
            return store.partition(1).commit(new Commit(Durability.SYNCED).put(key(number), new byte[50_000]));
        }
    }
}
