package org.mayflydb.bench.server;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.mayflydb.server.ServerSettings;

/**
 * A request signed with the well-known key, as a client of the service sends it.
 *
 * @param head the request line and all headers but the length, each with its line end
 */
public record SignedRequest(String head, String body) {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    /**
     * Signs.
     *
     * @param path of the resource, or of the list that a POST adds to, without a slash in front
     * @param date what the signature is good for fifteen minutes from
     */
    public static SignedRequest of(String verb, String path, Map<String, String> headers, String body, Instant date) {
        String[] segments = path.split("/", -1);
        boolean list = segments.length % 2 == 1;
        String type = segments[list ? segments.length - 1 : segments.length - 2];
        String link = list ? path.substring(0, Math.max(0, path.length() - type.length() - 1)) : path;
        String dateText = dateText(date);
        Map<String, String> all = new LinkedHashMap<>();
        all.put("host", "localhost");
        all.put("authorization", authorization(verb, type, link, dateText));
        all.put("x-ms-date", dateText);
        all.put("x-ms-version", "2020-07-15");
        all.putAll(headers);
        StringBuilder head = new StringBuilder(verb + " /" + path + " HTTP/1.1\r\n");
        all.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        return new SignedRequest(head.toString(), body);
    }

    /** A date as it is signed. */
    public static String dateText(Instant date) {
        return DATE.format(date);
    }

    /** What goes over the wire; ASCII, as everything in it is. */
    public String text() {
        return body.isEmpty() ? head + "\r\n" : head + "content-length: " + body.length() + "\r\n\r\n" + body;
    }

    /** The header that proves a request. */
    public static String authorization(String verb, String type, String link, String date) {
        String text = verb.toLowerCase(Locale.ROOT) + "\n" + type + "\n" + link + "\n" + date.toLowerCase(Locale.ROOT)
                + "\n\n";
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(ServerSettings.WELL_KNOWN_KEY), "HmacSHA256"));
            String signature = Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
            return "type%3Dmaster%26ver%3D1.0%26sig%3D"
                    + signature.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D");
        } catch (GeneralSecurityException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
