package org.mayflydb.server;

import java.nio.file.Path;

/**
 * A TLS certificate that the operator supplies.
 *
 * @param path of a PKCS #12 file
 * @param password of that file; never shown
 */
public record CertificateFile(Path path, String password) {
    /** Passwords stay out of logs. */
    @Override
    public String toString() {
        return path.toString();
    }
}
