package org.mayflydb.app.transfer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonObject;

/** Where the lines go that could not be imported, each with its number and the reason. */
final class ErrorFile implements AutoCloseable {
    private final @Nullable LineSink sink;
    private long synced;

    private ErrorFile(@Nullable LineSink sink) {
        this.sink = sink;
    }

    /**
     * @param file null if nobody wants to see them
     * @param bytes how much of the file is kept
     */
    static ErrorFile open(@Nullable Path file, long bytes) throws IOException {
        return new ErrorFile(file == null ? null : LineSink.file(file, bytes));
    }

    void add(ItemOutcome failed) throws IOException {
        if (sink != null) {
            JsonObject error = JsonObject.builder()
                    .put("line", failed.line().number())
                    .put("reason", String.valueOf(failed.reason()))
                    .put("text", new String(failed.line().text(), StandardCharsets.UTF_8))
                    .build();
            sink.append((error + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Makes what was added safe. */
    void sync() throws IOException {
        if (sink != null && sink.length() > synced) {
            sink.sync();
            synced = sink.length();
        }
    }

    long length() {
        return sink == null ? 0 : sink.length();
    }

    @Override
    public void close() throws IOException {
        sync();
        if (sink != null) {
            sink.close();
        }
    }
}
