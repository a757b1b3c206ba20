package org.mayflydb.app.endpoint;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A key that signs requests as the service wants it. */
final class AccountKey {
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    AccountKey(String base64) {
        this.key = new SecretKeySpec(Base64.getDecoder().decode(base64), ALGORITHM);
    }

    /**
     * The authorization header of a request that addresses by names.
     *
     * @param path the parts of the path as they are called, not encoded; an odd number of them is a list
     * @param date as in the request
     */
    String authorization(String verb, List<String> path, String date) {
        String text = verb.toLowerCase(Locale.ROOT) + "\n" + type(path) + "\n" + link(path) + "\n"
                + date.toLowerCase(Locale.ROOT) + "\n\n";
        String signature = Base64.getEncoder().encodeToString(sign(text.getBytes(StandardCharsets.UTF_8)));
        return URLEncoder.encode("type=master&ver=1.0&sig=" + signature, StandardCharsets.UTF_8);
    }

    private static boolean isList(List<String> path) {
        return path.size() % 2 == 1;
    }

    private static String type(List<String> path) {
        if (path.isEmpty()) {
            return "";
        }
        return path.get(path.size() - (isList(path) ? 1 : 2));
    }

    /** Offers have no names: they are signed by their resource id alone. */
    private static String link(List<String> path) {
        if (path.size() == 2 && path.get(0).equals("offers")) {
            return path.get(1).toLowerCase(Locale.ROOT);
        }
        return String.join("/", isList(path) ? path.subList(0, path.size() - 1) : path);
    }

    private byte[] sign(byte[] text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(text);
        } catch (GeneralSecurityException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
