package org.mayflydb.server.auth;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * HMAC-SHA256 with one key. Every thread has a {@link Mac} of its own that already knows the key, because to make and key
 * one costs more than the signature of a request.
 */
final class KeyedMac {
    private static final String ALGORITHM = "HmacSHA256";

    private final ThreadLocal<Mac> macs;

    KeyedMac(byte[] key) {
        SecretKeySpec spec = new SecretKeySpec(key, ALGORITHM);
        this.macs = ThreadLocal.withInitial(() -> keyed(spec));
    }

    private static Mac keyed(SecretKeySpec key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    byte[] sign(byte[] text) {
        return sign(text, text.length);
    }

    /** Signs the first {@code length} bytes. */
    byte[] sign(byte[] text, int length) {
        Mac mac = macs.get();
        mac.update(text, 0, length);
        return mac.doFinal();
    }
}
