package org.mayflydb.server.entra;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** The keys that an issuer publishes as a JSON Web Key Set, by their id ({@code kid}). Immutable. */
final class SigningKeys {
    static final SigningKeys NONE = new SigningKeys(Map.of());

    /** The set of Entra ID has about 20 KB. */
    static final int BYTES_MAX = 256 << 10;

    private static final int KEYS_MAX = 100;
    private static final int MODULUS_BITS_MIN = 2048;

    /** A verification takes time with the square of this, on an event loop. */
    private static final int MODULUS_BITS_MAX = 4096;

    /** The same with the length of this; in practice it is 65537. */
    private static final int EXPONENT_BITS_MAX = 32;

    private static final String ALGORITHM = "RS256";

    private final Map<String, PublicKey> keys;

    private SigningKeys(Map<String, PublicKey> keys) {
        this.keys = Map.copyOf(keys);
    }

    /**
     * Reads a key set. Keys for other algorithms or purposes are left out.
     *
     * @throws BadRequestException if it has no key that can be used
     */
    static SigningKeys parse(byte[] json) {
        if (json.length > BYTES_MAX) {
            throw new BadRequestException("The key set has more than " + BYTES_MAX + " bytes.");
        }
        if (!(JsonValue.parse(json) instanceof JsonObject set) || !(set.get("keys") instanceof JsonArray array)) {
            throw new BadRequestException("The key set is not a JSON object with an array \"keys\".");
        }
        if (array.elements().size() > KEYS_MAX) {
            throw new BadRequestException("The key set has more than " + KEYS_MAX + " keys.");
        }
        Map<String, PublicKey> keys = new HashMap<>();
        for (JsonValue element : array.elements()) {
            if (element instanceof JsonObject key
                    && key.get("kid") instanceof JsonString id
                    && says(key, "kty", "RSA")
                    && (!key.has("use") || says(key, "use", "sig"))
                    && (!key.has("alg") || says(key, "alg", ALGORITHM))) {
                PublicKey usable = key(number(key, "n"), number(key, "e"));
                if (usable != null) {
                    keys.put(id.value(), usable);
                }
            }
        }
        if (keys.isEmpty()) {
            throw new BadRequestException("The key set has no RSA key with an id (kid), " + MODULUS_BITS_MIN + " to "
                    + MODULUS_BITS_MAX + " bits and the algorithm RS256.");
        }
        return new SigningKeys(keys);
    }

    private static boolean says(JsonObject key, String name, String expected) {
        return TokenClaims.text(key, name).equals(expected);
    }

    private static BigInteger number(JsonObject key, String name) {
        try {
            return new BigInteger(1, Base64.getUrlDecoder().decode(TokenClaims.text(key, name)));
        } catch (IllegalArgumentException notBase64) {
            return BigInteger.ZERO;
        }
    }

    private static @Nullable PublicKey key(BigInteger modulus, BigInteger exponent) {
        int bits = modulus.bitLength();
        boolean usable = bits >= MODULUS_BITS_MIN
                && bits <= MODULUS_BITS_MAX
                && exponent.bitLength() > 1
                && exponent.bitLength() <= EXPONENT_BITS_MAX;
        try {
            return usable
                    ? KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, exponent))
                    : null;
        } catch (GeneralSecurityException noKey) {
            return null;
        }
    }

    boolean has(String id) {
        return keys.containsKey(id);
    }

    int size() {
        return keys.size();
    }

    /**
     * Verifies the signature of a token. The algorithm is always RS256; a token that names another one is refused.
     *
     * @throws org.mayflydb.base.UnauthorizedException if it is not signed with one of these keys
     */
    void verify(JsonWebToken token) {
        // "crit" names extensions that have to be understood, and none is.
        if (!token.headerText("alg").equals(ALGORITHM) || token.header().has("crit")) {
            throw TokenFailures.signature();
        }
        PublicKey key = keys.get(token.headerText("kid"));
        if (key == null) {
            throw TokenFailures.signingKey();
        }
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initVerify(key);
            signature.update(token.signed());
            if (signature.verify(token.signature())) {
                return;
            }
        } catch (GeneralSecurityException wrongLength) {
            // Refused below.
        }
        throw TokenFailures.signature();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SigningKeys that && keys.equals(that.keys);
    }

    @Override
    public int hashCode() {
        return keys.hashCode();
    }
}
