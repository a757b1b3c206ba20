package org.mayflydb.conformance.history;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/**
 * A connection that may have several requests under way, which the client of the JDK does not do: here it is what makes
 * operations meet.
 */
final class Connection implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket = new Socket();
    private final Signer signer = new Signer();
    private final InputStream in;

    /** @param headers by their names in lower case */
    record Answer(int status, Map<String, String> headers, String body) {
        Answer {
            headers = Map.copyOf(headers);
        }

        JsonObject json() {
            return (JsonObject) JsonValue.parse(body.getBytes(StandardCharsets.UTF_8));
        }

        /** The members of a list, by the list's name. */
        List<JsonObject> list(String name) {
            if (json().get(name) instanceof JsonArray array) {
                return array.elements().stream().map(JsonObject.class::cast).toList();
            }
            throw new IllegalStateException("There is no " + name + " in " + body);
        }

        Answer expect(int expected) {
            if (status != expected) {
                throw new IllegalStateException("The answer is " + status + ", not " + expected + ": " + body);
            }
            return this;
        }
    }

    Connection(int port) throws IOException {
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
            in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
        } catch (IOException failure) {
            socket.close();
            throw failure;
        }
    }

    /** Sends all of them at once; as many answers must be received. */
    void send(List<Request> requests) throws IOException {
        StringBuilder text = new StringBuilder();
        requests.forEach(request -> text.append(signer.sign(request)));
        socket.getOutputStream().write(text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    Answer ask(Request request) throws IOException {
        send(List.of(request));
        return receive();
    }

    Answer receive() throws IOException {
        String statusLine = line();
        Map<String, String> headers = new HashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the body ends early");
        }
        return new Answer(
                Integer.parseInt(statusLine.substring(9, 12)), headers, new String(body, StandardCharsets.UTF_8));
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
