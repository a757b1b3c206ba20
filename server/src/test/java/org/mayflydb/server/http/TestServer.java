package org.mayflydb.server.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.mayflydb.base.SystemTime;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.transport.ServerCertificate;

/** Servers on a port of the system's choice, with one certificate for all of them. */
final class TestServer {
    static final ServerCertificate CERTIFICATE = ServerCertificate.inMemory("localhost", SystemTime.source());

    static final HttpSettings SETTINGS = new HttpSettings("127.0.0.1", 0, () -> CERTIFICATE);

    /** Answers with the verb, the path and the length of the body. */
    static final RequestHandler ECHO =
            (request, reply) -> reply.accept(ok(request.verb() + " " + request.path() + " " + request.body().length));

    private TestServer() {}

    static HttpServer start(RequestHandler handler) {
        return HttpServer.start(SETTINGS, handler);
    }

    static HttpServer start(HttpLimits limits, RequestHandler handler) {
        return HttpServer.start(SETTINGS.withLimits(limits), handler);
    }

    static HttpLimits impatient() {
        return HttpLimits.defaults().withTimes(Duration.ofMillis(300), Duration.ofMillis(150), Duration.ofSeconds(5));
    }

    static WireResponse ok(String text) {
        return new WireResponse(200).body(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A client that trusts the certificate and nothing else. */
    static HttpClient client() throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("server", CERTIFICATE.certificate());
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return HttpClient.newBuilder()
                .sslContext(context)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }
}
