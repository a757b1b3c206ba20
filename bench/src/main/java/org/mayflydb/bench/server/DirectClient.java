package org.mayflydb.bench.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.mayflydb.base.Invariant;

/** One connection in direct mode, which is asked and answers in turn. */
public final class DirectClient implements AutoCloseable {
    private static final int ANSWER_MILLIS_MAX = 30_000;
    private static final int LENGTH_BYTES = 4;
    private static final int HEAD_BYTES = 24;
    private static final int HEAD_BYTES_MAX = 1 << 20;
    private static final int PAYLOAD_PRESENT = 0x0000;
    private static final Pattern RID = Pattern.compile("\"_rid\":\"([^\"]+)\"");
    private static final Map<Integer, String> HEADERS = Map.of(0x0003, "x-ms-continuation", 0x0004, "etag");
    private static final SSLSocketFactory TLS = trustingAll();

    private final Socket socket;
    private final InputStream in;

    private DirectClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream(), 16 << 10);
    }

    /** Connects and exchanges contexts. */
    public static DirectClient connect(int port) throws IOException {
        DirectClient client = new DirectClient(tlsSocket(port));
        try {
            client.send(DirectMessages.context());
            client.receiveContext();
            return client;
        } catch (IOException failure) {
            client.close();
            throw failure;
        }
    }

    /** A connection with TLS and nothing else. */
    public static Socket tlsSocket(int port) throws IOException {
        Socket socket = TLS.createSocket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(ANSWER_MILLIS_MAX);
        return socket;
    }

    private static SSLSocketFactory trustingAll() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    /** Where the only partition of a container is served, as the server tells clients that ask for addresses. */
    public static String replicaPath(int httpPort, String container, Instant now) {
        try (PlainClient client = PlainClient.connect(httpPort)) {
            String body = client.ask(SignedRequest.of("GET", container, Map.of(), "", now))
                    .expect(200)
                    .body();
            Matcher rid = RID.matcher(body);
            Invariant.check(rid.find(), "a container has a resource id");
            byte[] bytes = Base64.getDecoder().decode(rid.group(1).replace('-', '/'));
            return "/apps/mayfly/services/" + HexFormat.of().formatHex(bytes) + "/partitions/0/replicas/1p";
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public Socket socket() {
        return socket;
    }

    public void send(byte[] message) throws IOException {
        socket.getOutputStream().write(message);
    }

    /** Its tokens have other meanings than those of responses. */
    private void receiveContext() throws IOException {
        int status = head().readIntLE();
        if (status != 200) {
            throw new IOException("the context was answered with " + status);
        }
    }

    private ByteBuf head() throws IOException {
        int length = Unpooled.wrappedBuffer(read(LENGTH_BYTES)).readIntLE();
        if (length < HEAD_BYTES || length > HEAD_BYTES_MAX) {
            throw new IOException("a head of " + length + " bytes");
        }
        return Unpooled.wrappedBuffer(read(length - LENGTH_BYTES));
    }

    public PlainClient.Answer receive() throws IOException {
        ByteBuf head = head();
        int status = head.readIntLE();
        head.skipBytes(16);
        Map<String, String> headers = new HashMap<>();
        boolean payload = false;
        while (head.isReadable()) {
            int token = head.readUnsignedShortLE();
            ByteBuf value = value(head);
            if (token == PAYLOAD_PRESENT) {
                payload = value.getByte(value.readerIndex()) != 0;
            } else if (HEADERS.containsKey(token)) {
                headers.put(HEADERS.get(token), value.toString(StandardCharsets.UTF_8));
            }
        }
        String body = payload
                ? new String(read(Unpooled.wrappedBuffer(read(LENGTH_BYTES)).readIntLE()), StandardCharsets.UTF_8)
                : "";
        return new PlainClient.Answer(status, "direct " + status + " ", headers, body);
    }

    private static ByteBuf value(ByteBuf head) {
        int type = head.readUnsignedByte();
        int length = switch (type) {
            case 0x00 -> 1;
            case 0x01 -> 2;
            case 0x02, 0x03, 0x0D -> 4;
            case 0x04, 0x05, 0x0E -> 8;
            case 0x06 -> 16;
            case 0x07, 0x0A -> head.readUnsignedByte();
            case 0x08, 0x0B -> head.readUnsignedShortLE();
            case 0x09, 0x0C -> head.readIntLE();
            default -> throw new IllegalStateException("a token of type " + type);
        };
        return head.readSlice(length);
    }

    private byte[] read(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the server has closed the connection");
        }
        return bytes;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
