package org.mayflydb.app.transfer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Takes a stream apart at its line breaks. */
final class LineReader implements AutoCloseable {
    /** An item has at most two megabytes, which escapes can make six times as long. */
    static final int LINE_BYTES_MAX = 16 << 20;

    private static final int BUFFER_BYTES = 1 << 20;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;
    private long offset;
    private long number;

    /**
     * @param offset of the stream's first byte
     * @param number of the lines before it
     */
    LineReader(InputStream stream, long offset, long number) {
        this.in = stream;
        this.offset = offset;
        this.number = number;
    }

    /** The next line; null after the last one. A line break at the very end begins no further line. */
    @Nullable
    Line next() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream(1024);
        boolean tooLong = false;
        boolean begun = false;
        while (position < limit || fill()) {
            begun = true;
            int end = position;
            while (end < limit && buffer[end] != '\n') {
                end++;
            }
            tooLong |= text.size() + end - position > LINE_BYTES_MAX;
            if (!tooLong) {
                text.write(buffer, position, end - position);
            }
            boolean complete = end < limit;
            offset += end - position + (complete ? 1 : 0);
            position = complete ? end + 1 : end;
            if (complete) {
                break;
            }
        }
        return begun ? new Line(++number, offset, tooLong ? new byte[0] : text.toByteArray(), tooLong) : null;
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(0, in.read(buffer, 0, buffer.length));
        return limit > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
