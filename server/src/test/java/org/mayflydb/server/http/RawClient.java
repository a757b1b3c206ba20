package org.mayflydb.server.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/** A client that sends exactly the bytes it is told to. */
final class RawClient implements AutoCloseable {
    private static final int PATIENCE_MS = 20_000;

    private final Socket socket;
    private final InputStream in;

    RawClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(PATIENCE_MS);
        this.in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    }

    static RawClient connect(HttpServer server) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(64 << 10);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()), PATIENCE_MS);
        return new RawClient(socket);
    }

    RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    RawClient get(String path) throws IOException {
        return send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    /** Tells the server that nothing follows. */
    RawClient finishSending() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Reads a response whose length is told, or that has no body. */
    Answer receive() throws IOException {
        String statusLine = line();
        int status = Integer.parseInt(statusLine.split(" ", -1)[1]);
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        return new Answer(status, headers, new String(body, StandardCharsets.UTF_8));
    }

    /** Waits until the server closes, and returns what it sent until then. A reset is a close too. */
    String receiveUntilClosed() throws IOException {
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        try {
            for (int next = in.read(); next >= 0; next = in.read()) {
                received.write(next);
            }
        } catch (SocketException e) {
            return received.toString(StandardCharsets.ISO_8859_1);
        }
        return received.toString(StandardCharsets.ISO_8859_1);
    }

    /** Sends without reading until the server has had enough. */
    void sendUntilClosed(String text) {
        try {
            while (true) {
                send(text);
            }
        } catch (IOException e) {
            // This is what was waited for.
        }
    }

    /** The same, with a pause after each time. */
    void sendUntilClosed(String text, Duration pause) {
        try {
            while (true) {
                send(text);
                LockSupport.parkNanos(pause.toNanos());
            }
        } catch (IOException e) {
            // This is what was waited for.
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("closed after: " + line);
            }
            if (next == '\n') {
                return line.substring(0, line.length() - 1);
            }
            line.append((char) next);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    record Answer(int status, Map<String, String> headers, String body) {}
}
