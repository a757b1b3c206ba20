package org.mayflydb.app.endpoint;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import org.mayflydb.base.FileFailures;
import org.mayflydb.base.SystemTime;
import org.mayflydb.server.protocol.WireHeaders;

/** Signs and sends requests, and repeats those that return 429. Safe for use by many threads. */
public final class Endpoint {
    private static final String API_VERSION = "2020-07-15";
    private static final int TOO_MANY_REQUESTS = 429;

    /** As the client libraries of the service do it. */
    private static final int RETRIES_MAX = 9;

    private static final Duration RETRY_WAIT_MAX = Duration.ofSeconds(30);
    private static final Duration RETRY_WAIT_DEFAULT = Duration.ofMillis(100);
    private static final Duration CONNECT_MAX = Duration.ofSeconds(10);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(65);

    /** As RFC 1123 has it; the JDK's own formatter writes the first nine days with one digit, and clients never do. */
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final Connection connection;
    private final AccountKey key;
    private final HttpClient client;
    private final InstantSource time;
    private final Waiting waiting;

    private Endpoint(Connection connection, InstantSource time, Waiting waiting) {
        this.connection = connection;
        this.key = new AccountKey(connection.key());
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_MAX)
                .sslContext(Trust.context(connection))
                .build();
        this.time = time;
        this.waiting = waiting;
    }

    /** Sends nothing yet. */
    public static Endpoint of(Connection connection) {
        return of(connection, Waiting.REAL);
    }

    public static Endpoint of(Connection connection, Waiting waiting) {
        return new Endpoint(connection, SystemTime.source(), waiting);
    }

    public Connection connection() {
        return connection;
    }

    /** Sends a signed request and returns the response; throws unless that is a success. */
    public Answer send(ApiCall call) {
        Answer answer = ask(call);
        if (!answer.isSuccess()) {
            throw EndpointException.of(call, answer);
        }
        return answer;
    }

    /** Sends a signed request and returns the response, whatever its status. */
    public Answer ask(ApiCall call) {
        Duration waited = Duration.ZERO;
        for (int retries = 0; ; retries++) {
            Answer answer = exchange(signed(call), call);
            Duration wait = retryAfter(answer);
            waited = waited.plus(wait);
            if (answer.status() != TOO_MANY_REQUESTS
                    || retries == RETRIES_MAX
                    || waited.compareTo(RETRY_WAIT_MAX) > 0) {
                return answer;
            }
            try {
                waiting.await(wait);
            } catch (InterruptedException stop) {
                throw interrupted(stop);
            }
        }
    }

    private static Duration retryAfter(Answer answer) {
        double millis = answer.number(WireHeaders.RETRY_AFTER_MS);
        return millis > 0 ? Duration.ofMillis((long) Math.ceil(millis)) : RETRY_WAIT_DEFAULT;
    }

    private HttpRequest signed(ApiCall call) {
        String date = DATE.format(time.instant());
        return request(call, encoded(call.path()))
                .header(WireHeaders.DATE, date)
                .header(WireHeaders.VERSION, API_VERSION)
                .header(WireHeaders.AUTHORIZATION, key.authorization(call.verb(), call.path(), date))
                .build();
    }

    HttpRequest.Builder request(ApiCall call, String target) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(connection.uri() + target))
                .timeout(ANSWER_MAX)
                .header("accept", "application/json")
                .method(
                        call.verb(),
                        call.body().length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(call.body()));
        call.headers().forEach(request::header);
        return request;
    }

    /** Sends a request once. */
    Answer exchange(HttpRequest request, ApiCall call) {
        try {
            HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            return new Answer(response.statusCode(), response.headers(), response.body());
        } catch (HttpTimeoutException late) {
            throw EndpointException.unreachable(
                    connection + " did not respond to " + call + " within "
                            + (late instanceof HttpConnectTimeoutException ? CONNECT_MAX : ANSWER_MAX).toSeconds()
                            + " seconds.",
                    late);
        } catch (ConnectException refused) {
            throw EndpointException.unreachable(notConnected(refused), refused);
        } catch (SSLException untrusted) {
            throw EndpointException.unreachable(noTls(untrusted), untrusted);
        } catch (IOException broken) {
            throw EndpointException.unreachable(
                    "The connection to " + connection + " was lost during " + call + ": "
                            + FileFailures.describe(broken) + ".",
                    broken);
        } catch (InterruptedException stop) {
            throw interrupted(stop);
        }
    }

    private String notConnected(ConnectException refused) {
        for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
                return "There is no host named " + connection.uri().getHost()
                        + ". Pass another endpoint with --endpoint.";
            }
        }
        return connection.isLoopback()
                ? "No server is running at " + connection
                        + ". Start one with 'mayfly serve', or choose another endpoint with --endpoint."
                : "Cannot connect to " + connection + ": is the server running, and can this machine reach it?";
    }

    private String noTls(SSLException failure) {
        String reason = String.valueOf(failure.getMessage());
        if (reason.contains("PKIX") || reason.contains("unable to find valid certification path")) {
            return "The TLS certificate of " + connection + " is not trusted. Save it with 'curl -k " + connection
                    + "/_mayfly/certificate -o mayfly.pem' and pass --certificate mayfly.pem.";
        }
        if (reason.contains("No subject alternative") || reason.contains("No name matching")) {
            return "The TLS certificate of " + connection
                    + " is for another host name. Start the server with --advertise "
                    + connection.uri().getHost() + ".";
        }
        if (reason.contains("Unsupported or unrecognized SSL message") || reason.contains("plaintext")) {
            return connection + " does not use TLS: write http instead of https.";
        }
        return "No TLS connection to " + connection + " can be made: " + reason
                + ". --certificate names a file with the certificate to trust.";
    }

    private static EndpointException interrupted(InterruptedException stop) {
        Thread.currentThread().interrupt();
        return EndpointException.failed("The request was interrupted.", stop);
    }

    static String encoded(List<String> path) {
        return path.stream().map(Endpoint::encoded).collect(Collectors.joining("/", "/", ""));
    }

    /** In a path a plus is a plus, and a blank is none. */
    static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
