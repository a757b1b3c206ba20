package org.mayflydb.storage.rocksdb;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system of a few megabytes, mounted in a directory. Only root may do that, and only on Linux. */
final class SmallDisk implements AutoCloseable {
    private static final int BLOCK_BYTES = 64 * 1024;

    private final Path directory;
    private final Path ballast;

    private SmallDisk(Path directory) {
        this.directory = directory;
        this.ballast = directory.resolve("ballast");
    }

    /** Skips the test, and says why, if nothing can be mounted here. */
    static SmallDisk mount(Path directory, int megabytes) {
        String refusal =
                run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "mayfly-test", directory.toString());
        if (!refusal.isEmpty()) {
            System.err.println(
                    "NOTICE: tests with a full disk are skipped, because nothing can be mounted: " + refusal);
        }
        assumeTrue(refusal.isEmpty(), "a file system can be mounted: " + refusal);
        return new SmallDisk(directory);
    }

    Path directory() {
        return directory;
    }

    /** Leaves so many bytes free. */
    void fillBut(long freeBytes) throws IOException {
        long bytes = Files.getFileStore(directory).getUsableSpace() - freeBytes;
        try (OutputStream out = Files.newOutputStream(ballast)) {
            byte[] block = new byte[BLOCK_BYTES];
            for (long written = 0; written + BLOCK_BYTES <= bytes; written += BLOCK_BYTES) {
                out.write(block);
            }
        }
    }

    void free() throws IOException {
        Files.deleteIfExists(ballast);
    }

    @Override
    public void close() {
        run("umount", "-l", directory.toString());
    }

    /** What the command complains about; empty if it succeeds. */
    private static String run(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.onExit().join().exitValue() == 0 ? "" : "it failed: " + output.strip();
        } catch (IOException noSuchCommand) {
            return noSuchCommand.toString();
        }
    }
}
