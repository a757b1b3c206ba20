package org.mayflydb.server.rntbd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.KeyStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.SystemTime;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.ServerCertificate;

/** The listener with its TLS, over real sockets. */
class RntbdServerTest {
    private static final int PATIENCE_MS = 20_000;
    static final ServerCertificate CERTIFICATE = ServerCertificate.inMemory("localhost", SystemTime.source());
    static final RntbdSettings SETTINGS = new RntbdSettings("127.0.0.1", 0, () -> CERTIFICATE);
    private static final RequestHandler ECHO = (request, reply) ->
            reply.accept(new WireResponse(200).body(request.path().getBytes(UTF_8)));

    private static Socket plain(RntbdServer server) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(PATIENCE_MS);
        return socket;
    }

    /** A client that checks certificate and host name, as the Java client does. */
    static SSLSocket secure(RntbdServer server) throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("server", CERTIFICATE.certificate());
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(plain(server), "localhost", server.port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    static void send(Socket socket, Frame frame) throws IOException {
        socket.getOutputStream().write(frame.toBytes());
        socket.getOutputStream().flush();
    }

    static Frame receive(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.writeBytes(in.readNBytes(4));
        int length = Unpooled.wrappedBuffer(message.toByteArray()).readIntLE();
        message.writeBytes(in.readNBytes(length - 4));
        Frame head = Frame.read(Unpooled.wrappedBuffer(message.toByteArray()), -1);
        if (Long.valueOf(1).equals(head.value(ResponseToken.PAYLOAD_PRESENT))
                && head.tokens().size() > 6) {
            byte[] size = in.readNBytes(4);
            return head.withPayload(in.readNBytes(Unpooled.wrappedBuffer(size).readIntLE()));
        }
        return head;
    }

    private static boolean isClosed(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException reset) {
            return !(reset instanceof java.net.SocketTimeoutException);
        }
    }

    @Test
    void aClientThatTrustsTheCertificateIsServed() throws Exception {
        try (RntbdServer server = RntbdServer.start(SETTINGS, ECHO);
                SSLSocket client = secure(server)) {
            send(client, Frame.context(1));
            assertThat(receive(client).code()).isEqualTo(200);
            send(client, Frame.read("a", 5));
            Frame answer = receive(client);
            assertThat(answer.value(ResponseToken.TRANSPORT_REQUEST_ID)).isEqualTo(5L);
            assertThat(answer.text()).isEqualTo("/dbs/d/colls/c/docs/a");
        }
    }

    @Test
    void withoutTlsNothingIsUnderstood() throws Exception {
        try (RntbdServer server = RntbdServer.start(SETTINGS, ECHO);
                Socket client = plain(server)) {
            client.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8));
            client.getOutputStream().write(Frame.context(1).toBytes());
            assertThat(isClosed(client)).isTrue();
        }
    }

    @Test
    void whoSaysNothingOrHalfAMessageIsNotWaitedForForEver() throws Exception {
        RntbdLimits impatient =
                RntbdLimits.defaults().withTimes(Duration.ofMinutes(5), Duration.ofMillis(500), Duration.ofSeconds(5));
        try (RntbdServer server = RntbdServer.start(SETTINGS.withLimits(impatient), ECHO);
                SSLSocket silent = secure(server);
                SSLSocket slow = secure(server)) {
            send(slow, Frame.context(1));
            assertThat(receive(slow).code()).isEqualTo(200);
            slow.getOutputStream().write(100);
            slow.getOutputStream().flush();
            assertThat(isClosed(silent)).isTrue();
            assertThat(isClosed(slow)).isTrue();
        }
    }

    @Test
    void tooManyConnectionsAreClosed() throws Exception {
        RntbdLimits few = RntbdLimits.defaults().withConnectionsMax(1);
        try (RntbdServer server = RntbdServer.start(SETTINGS.withLimits(few), ECHO);
                SSLSocket first = secure(server);
                Socket second = plain(server)) {
            assertThat(isClosed(second)).isTrue();
            send(first, Frame.context(1));
            assertThat(receive(first).code()).isEqualTo(200);
        }
    }

    @Test
    void aStopWaitsForRequestsUnderWayAndNotForIdleConnections() throws Exception {
        CompletableFuture<Consumer<WireResponse>> asked = new CompletableFuture<>();
        ExecutorService closer = Executors.newSingleThreadExecutor();
        try (RntbdServer server = RntbdServer.start(SETTINGS, (request, reply) -> asked.complete(reply));
                SSLSocket idle = secure(server);
                SSLSocket busy = secure(server)) {
            send(idle, Frame.context(1));
            receive(idle);
            send(busy, Frame.context(1));
            receive(busy);
            send(busy, Frame.read("a", 5));
            Consumer<WireResponse> reply = asked.get();
            Future<?> closed = closer.submit(server::close);
            assertThat(isClosed(idle)).isTrue();
            assertThat(closed.isDone()).isFalse();
            reply.accept(new WireResponse(200).body("done".getBytes(UTF_8)));
            assertThat(receive(busy).text()).isEqualTo("done");
            assertThat(isClosed(busy)).isTrue();
            closed.get();
        } finally {
            closer.shutdown();
        }
    }
}
