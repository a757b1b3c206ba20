package org.mayflydb.server.cluster;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.server.route.OtherServers.Sender;

/** The connections to one other server: a bounded number of them, kept open and each used by one request at a time. */
final class NodeClient {
    private static final Duration CONNECT_MAX = Duration.ofSeconds(2);

    /** As many as the other server has threads for, and then some that wait there. */
    private static final int REQUESTS_MAX = 512;

    private final NodeContact contact;
    private final String proof;
    private final HttpClient client;
    private final Semaphore free = new Semaphore(REQUESTS_MAX);

    NodeClient(NodeContact contact, ClusterSecret secret) {
        this.contact = contact;
        this.proof = secret.proof(contact.fingerprint());
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_MAX)
                .sslContext(PinnedNode.context(contact.fingerprint()))
                .build();
    }

    NodeContact contact() {
        return contact;
    }

    private HttpRequest.Builder request(String path, byte[] body) {
        return HttpRequest.newBuilder(URI.create("https://" + host() + ":" + contact.nodePort() + path))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .header(NodePort.PROOF, proof);
    }

    private String host() {
        return contact.host().contains(":") ? "[" + contact.host() + "]" : contact.host();
    }

    /** Passes a client's request on. */
    @SuppressWarnings("FutureReturnValueIgnored") // the sender gets the result
    void pass(WireRequest request, long millisMax, Sender sender) {
        if (!free.tryAcquire()) {
            sender.failed(false);
            return;
        }
        boolean sent = false;
        try {
            HttpRequest.Builder passed =
                    request(PassedRequest.PATH, request.body()).timeout(Duration.ofMillis(Math.max(1, millisMax)));
            PassedRequest.write(request, passed::header);
            client.sendAsync(passed.build(), HttpResponse.BodyHandlers.ofByteArray())
                    .whenComplete((response, failure) -> {
                        free.release();
                        settle(response, failure, sender);
                    });
            sent = true;
        } finally {
            if (!sent) {
                free.release();
            }
        }
    }

    private static void settle(@Nullable HttpResponse<byte[]> response, @Nullable Throwable failure, Sender sender) {
        if (response == null) {
            sender.failed(mayHaveBegun(failure));
        } else if (response.headers().firstValue(NodePort.REFUSED).isPresent()) {
            // The other server knows another secret, or is of another version.
            sender.failed(false);
        } else {
            sender.answered(read(response));
        }
    }

    private static boolean mayHaveBegun(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        return !(cause instanceof ConnectException
                || cause instanceof HttpConnectTimeoutException
                || cause instanceof SSLHandshakeException);
    }

    private static WireResponse read(HttpResponse<byte[]> received) {
        WireResponse response = new WireResponse(received.statusCode());
        received.headers().map().forEach((name, values) -> {
            if (name.equalsIgnoreCase(WireHeaders.REQUEST_CHARGE)) {
                response.charge(Double.parseDouble(values.get(0)));
            } else if (!isOfConnection(name)) {
                values.forEach(value -> response.header(name, value));
            }
        });
        return response.body(received.body());
    }

    /** The server that responds to the client has its own. */
    private static boolean isOfConnection(String name) {
        return name.equalsIgnoreCase("x-ms-request-duration-ms");
    }

    /** Returns the status of the response; waits for it. */
    int post(String path, byte[] body, Duration max) throws IOException, InterruptedException {
        return client.send(request(path, body).timeout(max).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
