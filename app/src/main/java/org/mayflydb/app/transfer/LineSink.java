package org.mayflydb.app.transfer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Where whole lines go. */
abstract class LineSink implements AutoCloseable {
    private long length;

    private LineSink(long length) {
        this.length = length;
    }

    /** A file that is cut back to so many bytes and written on from there. */
    static LineSink file(Path file, long length) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.size() < length) {
            channel.close();
            throw new IOException(file + " is shorter than when the previous run was interrupted");
        }
        channel.truncate(length);
        channel.position(length);
        return new LineSink(length) {
            @Override
            void write(byte[] lines) throws IOException {
                ByteBuffer rest = ByteBuffer.wrap(lines);
                while (rest.hasRemaining()) {
                    channel.write(rest);
                }
            }

            @Override
            void sync() throws IOException {
                channel.force(false);
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }

    /** A stream that takes what it gets, and stays open. */
    static LineSink stream(OutputStream stream) {
        return new LineSink(0) {
            @Override
            void write(byte[] lines) throws IOException {
                stream.write(lines);
            }

            @Override
            void sync() throws IOException {
                stream.flush();
            }

            @Override
            public void close() throws IOException {
                stream.flush();
            }
        };
    }

    final void append(byte[] lines) throws IOException {
        write(lines);
        length += lines.length;
    }

    /** How many bytes are good. */
    final long length() {
        return length;
    }

    abstract void write(byte[] lines) throws IOException;

    /** Makes what was written safe. */
    abstract void sync() throws IOException;

    @Override
    public abstract void close() throws IOException;
}
