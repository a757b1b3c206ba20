package org.mayflydb.server;

import java.util.function.Supplier;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.server.auth.KeyRing;
import org.mayflydb.server.entra.EntraTokens;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the settings again and makes their keys, their tokens of Microsoft Entra ID and their certificate valid, without a
 * restart. Other settings stay as they were. Requests and handshakes do not wait for it.
 */
final class Reload {
    private static final Logger LOG = LoggerFactory.getLogger(Reload.class);

    private final Supplier<ServerSettings> source;
    private final KeyRing keys;
    private final EntraTokens entra;
    private final CertificateSource certificate;
    private volatile ServerSettings current;

    /** @param source reads the settings from where the current ones were read */
    Reload(
            ServerSettings current,
            Supplier<ServerSettings> source,
            KeyRing keys,
            EntraTokens entra,
            CertificateSource certificate) {
        this.current = current;
        this.source = source;
        this.keys = keys;
        this.entra = entra;
        this.certificate = certificate;
    }

    /** Returns true if the key that everybody knows lets in now. */
    boolean acceptsWellKnownKey() {
        return current.acceptsWellKnownKey();
    }

    /**
     * Reloads. Keys come first, then tokens and their roles, and what cannot be used does not keep the rest from being
     * replaced: that a key or a role ends may be urgent.
     *
     * @return what has changed
     * @throws BadRequestException if the settings cannot be used; then nothing has changed
     * @throws UnavailableException if the roles, the keys of tokens or the certificate cannot be used; then those of before
     *     stay in use
     */
    synchronized JsonObject run() {
        ServerSettings fresh;
        try {
            fresh = source.get();
        } catch (MayflyException unusable) {
            LOG.error(
                    "Nothing was reloaded, and the keys and the certificate are those of before: {}",
                    unusable.getMessage());
            throw unusable;
        }
        ServerSettings before = current;
        boolean keysChanged =
                !fresh.keys().equals(before.keys()) || !fresh.readOnlyKeys().equals(before.readOnlyKeys());
        if (fresh.acceptsWellKnownKey()) {
            // Hosts are checked before the key is valid, and until it no longer is.
            current = fresh;
        }
        if (keysChanged) {
            keys.replace(fresh.accountKeys());
        }
        current = fresh;
        UnavailableException tokensUnusable = null;
        try {
            entra.use(fresh.entra());
        } catch (UnavailableException unusable) {
            tokensUnusable = unusable;
        }
        boolean certificateChanged;
        try {
            certificateChanged = certificate.reload(fresh);
        } catch (MayflyException unusable) {
            String message = "The keys were " + (keysChanged ? "replaced" : "read again and are the same")
                    + ". The TLS certificate of before stays in use: " + unusable.getMessage();
            LOG.error("{}", message);
            throw new UnavailableException(message, unusable);
        }
        if (tokensUnusable != null) {
            String message = "The keys were " + (keysChanged ? "replaced" : "read again and are the same")
                    + ". What cannot be read for tokens of Microsoft Entra ID is as before: "
                    + tokensUnusable.getMessage();
            LOG.error("{}", message);
            throw new UnavailableException(message, tokensUnusable);
        }
        LOG.info(
                "Reloaded: the keys are {}, the TLS certificate is {}.",
                keysChanged ? "new" : "the same",
                certificateChanged ? "new" : "the same");
        return JsonObject.builder()
                .put("keysChanged", keysChanged)
                .put("keys", fresh.keys().size())
                .put("readOnlyKeys", fresh.readOnlyKeys().size())
                .put("certificateChanged", certificateChanged)
                .build();
    }
}
