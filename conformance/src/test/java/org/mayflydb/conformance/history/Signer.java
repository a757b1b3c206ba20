package org.mayflydb.conformance.history;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.mayflydb.base.SystemTime;
import org.mayflydb.server.ServerSettings;
import org.mayflydb.server.protocol.WireHeaders;

/** Signs requests with the well-known key; for one thread. */
final class Signer {
    private static final String ADMIN = "_mayfly/";

    private final Mac mac;
    private long dateSecond;
    private String date = "";

    Signer() {
        try {
            mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(ServerSettings.WELL_KNOWN_KEY), "HmacSHA256"));
        } catch (GeneralSecurityException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    /** What goes over the wire; ASCII, as everything in it must be. */
    String sign(Request request) {
        StringBuilder text = new StringBuilder(600)
                .append(request.verb())
                .append(" /")
                .append(request.path())
                .append(" HTTP/1.1\r\nhost: localhost\r\n");
        if (request.path().startsWith(ADMIN)) {
            header(text, WireHeaders.AUTHORIZATION, "Bearer " + ServerSettings.WELL_KNOWN_KEY);
        } else {
            String signed = date();
            header(text, WireHeaders.AUTHORIZATION, authorization(request, signed));
            header(text, WireHeaders.DATE, signed);
            header(text, WireHeaders.VERSION, "2020-07-15");
        }
        request.headers().forEach((name, value) -> header(text, name, value));
        header(text, "content-length", Integer.toString(request.body().length()));
        return text.append("\r\n").append(request.body()).toString();
    }

    private static void header(StringBuilder text, String name, String value) {
        text.append(name).append(": ").append(value).append("\r\n");
    }

    private String date() {
        Instant now = SystemTime.source().instant();
        if (now.getEpochSecond() != dateSecond) {
            dateSecond = now.getEpochSecond();
            date = DateTimeFormatter.RFC_1123_DATE_TIME.format(now.atOffset(ZoneOffset.UTC));
        }
        return date;
    }

    private String authorization(Request request, String signed) {
        String[] segments = request.path().split("/", -1);
        boolean list = segments.length % 2 == 1;
        String type = segments[list ? segments.length - 1 : segments.length - 2];
        String link = list
                ? request.path().substring(0, Math.max(0, request.path().length() - type.length() - 1))
                : request.path();
        String text = request.verb().toLowerCase(Locale.ROOT) + "\n" + type + "\n" + link + "\n"
                + signed.toLowerCase(Locale.ROOT) + "\n\n";
        byte[] signature = mac.doFinal(text.getBytes(StandardCharsets.US_ASCII));
        return URLEncoder.encode(
                "type=master&ver=1.0&sig=" + Base64.getEncoder().encodeToString(signature), StandardCharsets.US_ASCII);
    }
}
