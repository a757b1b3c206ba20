package org.mayflydb.app.endpoint;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import org.mayflydb.base.BadRequestException;

/**
 * Where an endpoint is, and how to be let in.
 *
 * @param uri scheme, host and port, nothing else
 * @param key Base64, never shown
 * @param certificate a file with further certificates to trust, PEM
 */
public record Connection(URI uri, String key, Optional<Path> certificate) {

    /** @throws BadRequestException if this cannot be used */
    public Connection {
        uri = origin(uri);
        if (!isKey(key)) {
            throw new BadRequestException("The account key is not valid: it must be Base64.");
        }
    }

    /** Reads the address of an endpoint. */
    public static URI uri(String text) {
        try {
            return origin(new URI(text.strip()));
        } catch (URISyntaxException malformed) {
            throw refused(text);
        }
    }

    private static URI origin(URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!(scheme.equals("https") || scheme.equals("http"))
                || uri.getHost() == null
                || uri.getUserInfo() != null
                || uri.getQuery() != null
                || !(uri.getPath().isEmpty() || uri.getPath().equals("/"))) {
            throw refused(uri.toString());
        }
        int port = uri.getPort() < 0 ? (scheme.equals("https") ? 443 : 80) : uri.getPort();
        return URI.create(scheme + "://" + uri.getHost() + ":" + port);
    }

    private static BadRequestException refused(String text) {
        return new BadRequestException(
                "'" + text + "' is not an endpoint: write a URL such as https://localhost:8081.");
    }

    private static boolean isKey(String key) {
        try {
            return Base64.getDecoder().decode(key).length > 0;
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }

    /** Whether the endpoint is on this machine. */
    public boolean isLoopback() {
        return isLoopback(uri);
    }

    /** By what is written, without looking names up: what they mean may change, and the safe guess is cheap. */
    static boolean isLoopback(URI uri) {
        String host = uri.getHost().toLowerCase(Locale.ROOT);
        return host.equals("localhost") || host.equals("[::1]") || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
    }

    /** Whether others can listen to what is sent. */
    boolean isInTheClear() {
        return uri.getScheme().equals("http") && !isLoopback();
    }

    /** Without the key. */
    @Override
    public String toString() {
        return uri.toString();
    }
}
