package org.mayflydb.server;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.mayflydb.base.SystemTime;

/** Sends requests to a server, signed as the service's documents say and independently of the server's own code. */
public final class Caller {
    private final MayflyServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    public Caller(MayflyServer server) {
        this.server = server;
    }

    public HttpResponse<String> send(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** A command of the admin API. */
    public HttpResponse<String> admin(String key, String command, String body)
            throws IOException, InterruptedException {
        return send("POST", "/_mayfly/" + command, body, "authorization", "Bearer " + key);
    }

    public HttpResponse<String> signed(String key, String method, String type, String link, String path, String body)
            throws IOException, InterruptedException {
        String date = date();
        return send(
                method, path, body, "authorization", authorization(key, method, type, link, date), "x-ms-date", date);
    }

    /** The status of reading the list of databases. */
    public int reads(String key) throws IOException, InterruptedException {
        return signed(key, "GET", "dbs", "", "/dbs", "").statusCode();
    }

    /** The date of a request that is sent now. */
    public static String date() {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(
                SystemTime.source().instant().atOffset(ZoneOffset.UTC));
    }

    public static String authorization(String key, String method, String type, String link, String date) {
        return URLEncoder.encode(
                "type=master&ver=1.0&sig=" + signature(key, method, type, link, date), StandardCharsets.UTF_8);
    }

    public static String signature(String key, String method, String type, String link, String date) {
        String text = method.toLowerCase(Locale.ROOT) + "\n" + type + "\n" + link + "\n" + date.toLowerCase(Locale.ROOT)
                + "\n\n";
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** A key that is made of one byte. */
    public static String key(int content) {
        byte[] bytes = new byte[48];
        Arrays.fill(bytes, (byte) content);
        return Base64.getEncoder().encodeToString(bytes);
    }
}
