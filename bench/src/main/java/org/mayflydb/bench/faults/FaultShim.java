package org.mayflydb.bench.faults;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.mayflydb.base.Invariant;

/** A library, compiled on the spot, that fails the store's calls to the system and moves its wall clock on request. */
final class FaultShim {
    static final int WRITE = 1;
    static final int SYNC = 2;
    static final int READ = 4;
    static final int NO_SPACE = 28;
    static final int IO_ERROR = 5;

    private static final int BYTES = 4096;
    private static final int CLOCK_OFFSET = 0;
    private static final int CALLS = 8;
    private static final int ERROR = 12;
    private static final int FAILED = 16;
    private static final int SUFFIX = 24;
    private static final int THREAD = 40;
    private static final int TEXT_BYTES = 16;

    private final Path library;
    private final Path controlFile;
    private final MappedByteBuffer control;

    private FaultShim(Path library, Path controlFile, MappedByteBuffer control) {
        this.library = library;
        this.controlFile = controlFile;
        this.control = control;
    }

    static FaultShim compile(Path directory) throws IOException, InterruptedException {
        Path source = directory.resolve("faults.c");
        Path library = directory.resolve("faults.so");
        try (InputStream in =
                Invariant.present(FaultShim.class.getResourceAsStream("faults.c"), "the source is a resource")) {
            Files.write(source, in.readAllBytes());
        }
        Tool.run("gcc", "-shared", "-fPIC", "-O1", "-o", library.toString(), source.toString(), "-ldl");
        Path controlFile = Files.write(directory.resolve("control"), new byte[BYTES]);
        try (FileChannel channel = FileChannel.open(controlFile, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer control = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES);
            control.order(ByteOrder.nativeOrder());
            return new FaultShim(library, controlFile, control);
        }
    }

    /** What a server is started with. */
    Map<String, String> variables(Path data) {
        return Map.of(
                "LD_PRELOAD",
                library.toString(),
                "MAYFLY_FAULT_CONTROL",
                controlFile.toString(),
                "MAYFLY_FAULT_DIRECTORY",
                data.toString());
    }

    /** Moves the wall clock; 0 puts it back. */
    void moveClock(long seconds) {
        control.putLong(CLOCK_OFFSET, seconds);
    }

    /**
     * Fails calls from now on.
     *
     * @param calls which, added up
     * @param suffix of the files' names
     * @param thread start of the names of the threads that meet it; empty for all
     */
    void fail(int calls, int error, String suffix, String thread) {
        control.putInt(CALLS, 0);
        control.putLong(FAILED, 0);
        control.putInt(ERROR, error);
        putText(SUFFIX, suffix);
        putText(THREAD, thread);
        control.putInt(CALLS, calls);
    }

    void heal() {
        control.putInt(CALLS, 0);
    }

    /** How many calls have failed since {@link #fail}. */
    long failed() {
        return control.getLong(FAILED);
    }

    private void putText(int offset, String text) {
        byte[] bytes = new byte[TEXT_BYTES];
        byte[] start = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(start, 0, bytes, 0, Math.min(start.length, TEXT_BYTES));
        control.put(offset, bytes);
    }
}
