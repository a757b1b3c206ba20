package org.mayflydb.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.concurrent.FastThreadLocal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.mayflydb.server.protocol.SharedHeaders;
import org.mayflydb.server.protocol.WireResponse;

/**
 * Writes a response into one buffer: head and body leave in one piece, without an object for each header on the way.
 *
 * <p>Length, date and connection are the transport's: what a response says about them is left out.
 */
final class HttpEncoder {
    /** What the client is told about its connection. */
    enum Connection {
        /** Kept, as HTTP/1.1 does without a word. */
        KEPT(""),
        /** Kept, and said so, for a client of HTTP/1.0 that asked for it. */
        KEPT_ON_REQUEST("connection: keep-alive\r\n"),
        CLOSED("connection: close\r\n");

        private final String line;

        Connection(String line) {
            this.line = line;
        }
    }

    private static final byte[][] STATUS_LINES = new byte[600][];
    private static final byte[] JSON = ascii("content-type: application/json\r\n");
    private static final byte[] LENGTH = ascii("content-length: ");
    private static final byte[] DURATION = ascii("x-ms-request-duration-ms: ");
    private static final byte[] COLON = ascii(": ");
    private static final byte[] END = ascii("\r\n");

    static {
        for (int status = 100; status < STATUS_LINES.length; status++) {
            STATUS_LINES[status] = ascii("HTTP/1.1 " + HttpResponseStatus.valueOf(status) + "\r\n");
        }
    }

    private final HttpDate date;
    private final FastThreadLocal<HeadText> heads = new FastThreadLocal<>() {
        @Override
        protected HeadText initialValue() {
            return new HeadText();
        }
    };

    HttpEncoder(HttpDate date) {
        this.date = date;
    }

    /**
     * Encodes a response.
     *
     * @param headOnly to answer HEAD: the length of the body is told but the body stays here
     * @param durationNanos how long the request took
     */
    ByteBuf encode(
            ByteBufAllocator allocator,
            WireResponse response,
            Connection connection,
            boolean headOnly,
            long durationNanos) {
        List<String> headers = response.headers();
        byte[] body = response.body();
        HeadText head = heads.get()
                .clear()
                .append(STATUS_LINES[response.status()])
                .append(date.line())
                .append(connection.line)
                .append(DURATION)
                .appendMillis(durationNanos)
                .append(END);
        for (SharedHeaders shared : response.sharedHeaders()) {
            head.append(shared.lines());
        }
        boolean typed = false;
        for (int i = 0; i < headers.size(); i += 2) {
            String name = headers.get(i);
            if (!isOwn(name)) {
                typed |= name.length() == 12 && name.equalsIgnoreCase("content-type");
                String value = headers.get(i + 1);
                head.append(name)
                        .append(COLON)
                        .append(isPrintable(value) ? value : printable(value))
                        .append(END);
            }
        }
        // A client must not wait for a body after these, and some do if a length is given.
        boolean bodiless = response.status() == 204 || response.status() == 304 || response.status() < 200;
        if (!bodiless) {
            if (!typed && body.length > 0) {
                head.append(JSON);
            }
            head.append(LENGTH).append(Integer.toString(body.length)).append(END);
        }
        head.append(END);
        boolean withBody = !bodiless && !headOnly;
        ByteBuf target = allocator.directBuffer(head.length() + (withBody ? body.length : 0));
        head.writeTo(target);
        if (withBody) {
            target.writeBytes(body);
        }
        return target;
    }

    /** Looks at lengths first, since nearly no header has one of these. */
    private static boolean isOwn(String name) {
        return switch (name.length()) {
            case 4 -> name.equalsIgnoreCase("date");
            case 10 -> name.equalsIgnoreCase("connection");
            case 14 -> name.equalsIgnoreCase("content-length");
            case 17 -> name.equalsIgnoreCase("transfer-encoding");
            default -> false;
        };
    }

    private static boolean isPrintable(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }

    /** A line end inside a value would let what a user stored write headers of its own. */
    private static String printable(String value) {
        return value.replaceAll("[^ -~]", "?");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
