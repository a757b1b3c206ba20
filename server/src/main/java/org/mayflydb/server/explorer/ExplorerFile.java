package org.mayflydb.server.explorer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.mayflydb.base.Invariant;

/**
 * A file of the page, as it is in the class path.
 *
 * @param etag made from the content, so that browsers ask again and are told that nothing has changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ExplorerFile(String contentType, byte[] content, String etag) {

    static ExplorerFile read(String name) {
        try (InputStream resource = Invariant.present(
                ExplorerFile.class.getResourceAsStream(name), "the files of the explorer are in the class path")) {
            byte[] content = resource.readAllBytes();
            return new ExplorerFile(contentType(name), content, etag(content));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String contentType(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            case "svg" -> "image/svg+xml";
            default -> throw new IllegalStateException("The type of " + name + " is not known.");
        };
    }

    private static String etag(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(digest) + '"';
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256.", impossible);
        }
    }
}
