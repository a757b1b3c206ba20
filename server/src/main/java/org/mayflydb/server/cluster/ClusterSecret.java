package org.mayflydb.server.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.FileFailures;

/** What all servers of a cluster know, and nobody else. It is never sent: a proof holds for one certificate of one server. */
public final class ClusterSecret {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES_MIN = 32;

    private final byte[] secret;

    private ClusterSecret(byte[] secret) {
        this.secret = secret;
    }

    /**
     * Takes the secret, without white space around it.
     *
     * @throws BadRequestException if it is too short to be one
     */
    public static ClusterSecret of(String text) {
        byte[] secret = text.strip().getBytes(StandardCharsets.UTF_8);
        if (secret.length < BYTES_MIN) {
            throw new BadRequestException("The secret of a cluster has at least " + BYTES_MIN + " bytes.");
        }
        return new ClusterSecret(secret);
    }

    /** Reads the secret from a file. */
    public static ClusterSecret read(Path file) {
        try {
            return of(Files.readString(file));
        } catch (IOException failure) {
            throw new BadRequestException(
                    "The file with the secret of the cluster cannot be read: " + FileFailures.describe(failure));
        }
    }

    /** Proves to the server with a certificate that the caller knows the secret. */
    String proof(String fingerprint) {
        return Base64.getEncoder().withoutPadding().encodeToString(mac(fingerprint));
    }

    /** Returns true if somebody has proved to this server, which has the certificate, to know the secret. */
    boolean isProved(String fingerprint, @Nullable String proof) {
        return proof != null
                && MessageDigest.isEqual(
                        proof(fingerprint).getBytes(StandardCharsets.UTF_8), proof.getBytes(StandardCharsets.UTF_8));
    }

    private byte[] mac(String fingerprint) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            return mac.doFinal(("mayfly-node\n" + fingerprint).getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java has " + ALGORITHM, missing);
        }
    }
}
