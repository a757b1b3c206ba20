package org.mayflydb.server.entra;

import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;

/**
 * Which tokens are accepted.
 *
 * @param issuers of validated tokens, each a URL or the id of a tenant
 * @param audiences that validated tokens may be intended for
 * @param keys file or URL with the keys of the issuers; empty unless tokens are validated
 * @param roles file with role definitions and assignments; empty if everyone with a token is a contributor
 */
public record EntraSettings(
        Mode mode, List<String> issuers, List<String> audiences, Optional<String> keys, Optional<Path> roles) {
    /** No tokens. */
    public static final EntraSettings OFF =
            new EntraSettings(Mode.OFF, List.of(), List.of(), Optional.empty(), Optional.empty());

    /** What is done with tokens. */
    public enum Mode {
        OFF,
        LOCAL,
        VALIDATE
    }

    /** @throws BadRequestException if the settings do not fit together */
    public EntraSettings {
        issuers = List.copyOf(issuers);
        audiences = List.copyOf(audiences);
        boolean validates = mode == Mode.VALIDATE;
        require(validates != issuers.isEmpty(), "entra-issuers", validates);
        require(validates == keys.isPresent(), "entra-keys", validates);
        require(!validates || !audiences.isEmpty(), "entra-audiences", true);
        require(!validates || roles.isPresent(), "entra-roles", true);
        require(mode != Mode.OFF || roles.isEmpty(), "entra-roles", false);
        keys.ifPresent(EntraSettings::checkKeys);
    }

    private static void require(boolean condition, String setting, boolean needed) {
        if (!condition) {
            throw new BadRequestException(
                    needed
                            ? "Tokens of Microsoft Entra ID can be validated only with the setting " + setting + "."
                            : "The setting " + setting + " has no effect with this value of entra-tokens.");
        }
    }

    private static void checkKeys(String location) {
        URI url = url(location);
        if (url == null) {
            Path unused = file(location);
        } else if (!url.getScheme().equals("https") && !isLoopback(url)) {
            // Whoever can change the keys on their way can sign any token.
            throw notALocation();
        }
    }

    private static boolean isLoopback(URI url) {
        return "127.0.0.1".equals(url.getHost()) || "localhost".equals(url.getHost());
    }

    /** The URL of the keys; null if they are in a file. */
    static @Nullable URI url(String location) {
        if (!location.startsWith("https://") && !location.startsWith("http://")) {
            return null;
        }
        try {
            return URI.create(location);
        } catch (IllegalArgumentException notAUrl) {
            throw notALocation();
        }
    }

    /** The file of the keys, if they are not at a URL. */
    static Path file(String location) {
        try {
            return Path.of(location);
        } catch (InvalidPathException notAPath) {
            throw notALocation();
        }
    }

    private static BadRequestException notALocation() {
        return new BadRequestException("The setting entra-keys must be a file or an https URL.");
    }

    /** The values that the claim {@code iss} may have: a tenant has one for each version of tokens. */
    List<String> acceptedIssuers() {
        List<String> accepted = new ArrayList<>();
        for (String issuer : issuers) {
            if (issuer.contains("/")) {
                accepted.add(issuer);
            } else {
                accepted.add("https://sts.windows.net/" + issuer + "/");
                accepted.add("https://login.microsoftonline.com/" + issuer + "/v2.0");
            }
        }
        return accepted;
    }
}
