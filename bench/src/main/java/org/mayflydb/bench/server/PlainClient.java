package org.mayflydb.bench.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** One connection to a server on this machine, which is asked and answers in turn. */
public final class PlainClient implements AutoCloseable {
    private static final int ANSWER_MILLIS_MAX = 30_000;

    private final Socket socket;
    private final InputStream in;

    /**
     * What came back.
     *
     * @param head the status line and the headers, each with its line end
     * @param headers by their names in lower case
     */
    public record Answer(int status, String head, Map<String, String> headers, String body) {
        public Answer {
            headers = Map.copyOf(headers);
        }

        public Answer expect(int expected) {
            if (status != expected) {
                throw new IllegalStateException("the answer is " + status + ", not " + expected + ": " + body);
            }
            return this;
        }
    }

    private PlainClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream(), 16 << 10);
    }

    public static PlainClient connect(int port) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(ANSWER_MILLIS_MAX);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), ANSWER_MILLIS_MAX);
            return new PlainClient(socket);
        } catch (IOException failure) {
            socket.close();
            throw failure;
        }
    }

    /** Gives up an answer that does not arrive in this time. */
    public PlainClient patience(int millis) throws IOException {
        socket.setSoTimeout(millis);
        return this;
    }

    /** The connection itself, for what no request can do. */
    public Socket socket() {
        return socket;
    }

    /** Closes without a farewell: what is under way is lost on both sides. */
    public void vanish() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    public void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    public Answer ask(SignedRequest request) throws IOException {
        send(request.text());
        return receive();
    }

    public Answer receive() throws IOException {
        String statusLine = line();
        StringBuilder head = new StringBuilder(statusLine).append("\r\n");
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            head.append(line).append("\r\n");
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).trim());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"), 10);
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the body ends after " + body.length + " of " + length + " bytes");
        }
        return new Answer(
                Integer.parseInt(statusLine.substring(9, 12), 10),
                head.toString(),
                headers,
                new String(body, StandardCharsets.UTF_8));
    }

    /** Reads and drops what comes, until there is no more. */
    public void receiveUntilClosed() throws IOException {
        in.transferTo(OutputStream.nullOutputStream());
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(80);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server has closed the connection");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
