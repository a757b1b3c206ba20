package org.mayflydb.clients.image;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a process has printed, line by line, in the form in which engines hand it out. */
final class ProcessLog {
    static final byte OUT = 1;
    static final byte ERR = 2;

    private final List<byte[]> frames = new ArrayList<>(); // guarded by this
    private int openStreams = 2; // guarded by this

    /** Takes all that comes from a stream of the process, until it ends. */
    void take(byte stream, InputStream in) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            for (int next = in.read(); next >= 0; next = in.read()) {
                line.write(next);
                if (next == '\n') {
                    add(stream, line.toByteArray());
                    line.reset();
                }
            }
        } catch (IOException ended) {
            add(stream, line.toByteArray());
        }
        end();
    }

    private synchronized void add(byte stream, byte[] line) {
        frames.add(ByteBuffer.allocate(8 + line.length)
                .put(stream)
                .putInt(4, line.length)
                .position(8)
                .put(line)
                .array());
        notifyAll();
    }

    private synchronized void end() {
        openStreams--;
        notifyAll();
    }

    /** Waits until the process has printed a line that contains a text; false if it ends without. */
    synchronized boolean await(String text) throws InterruptedException {
        for (int seen = 0; ; seen++) {
            while (frames.size() == seen && openStreams > 0) {
                wait();
            }
            if (frames.size() == seen) {
                return false;
            }
            if (new String(frames.get(seen), StandardCharsets.UTF_8).contains(text)) {
                return true;
            }
        }
    }

    /** @param follow whether to wait for more until the process ends */
    void write(OutputStream out, boolean follow) throws IOException {
        int written = 0;
        for (List<byte[]> more = after(written, follow); !more.isEmpty(); more = after(written, follow)) {
            for (byte[] frame : more) {
                out.write(frame);
            }
            out.flush();
            written += more.size();
        }
    }

    private synchronized List<byte[]> after(int count, boolean follow) throws IOException {
        try {
            while (follow && frames.size() == count && openStreams > 0) {
                wait();
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            throw new IOException("the engine closes", closing);
        }
        return List.copyOf(frames.subList(count, frames.size()));
    }
}
