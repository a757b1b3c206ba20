package org.mayflydb.server.entra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.mayflydb.json.JsonValue;

/** An issuer of tokens that is made for tests, with the keys {@code one} and {@code two}. */
public final class TestIssuer {
    static final String TENANT = "11111111-2222-3333-4444-555555555555";
    static final String AUDIENCE = "https://cosmos.azure.com";

    private static final Map<String, KeyPair> KEYS = Map.of("one", pair(), "two", pair(), "unpublished", pair());
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private TestIssuer() {}

    private static KeyPair pair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** A key set as issuers publish it. */
    static String keySet(String... ids) {
        List<Map<String, String>> keys = new ArrayList<>();
        for (String id : ids) {
            keys.add(jwk(id));
        }
        return JsonValue.of(Map.of("keys", keys)).toString();
    }

    static Map<String, String> jwk(String id) {
        RSAPublicKey key = (RSAPublicKey) pairOf(id).getPublic();
        Map<String, String> jwk = new TreeMap<>();
        jwk.put("kty", "RSA");
        jwk.put("use", "sig");
        jwk.put("kid", id);
        jwk.put("n", ENCODER.encodeToString(unsigned(key.getModulus())));
        jwk.put("e", ENCODER.encodeToString(unsigned(key.getPublicExponent())));
        return jwk;
    }

    private static byte[] unsigned(BigInteger number) {
        byte[] bytes = number.toByteArray();
        return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }

    static KeyPair pairOf(String id) {
        KeyPair pair = KEYS.get(id);
        if (pair == null) {
            throw new IllegalArgumentException(id);
        }
        return pair;
    }

    /** The claims of an application's token that is valid from now on for an hour. */
    static Map<String, Object> claims(String objectId, Instant now) {
        Map<String, Object> claims = new HashMap<>();
        claims.put("iss", "https://sts.windows.net/" + TENANT + "/");
        claims.put("tid", TENANT);
        claims.put("aud", AUDIENCE);
        claims.put("oid", objectId);
        claims.put("nbf", now.getEpochSecond());
        claims.put("exp", now.getEpochSecond() + 3600);
        return claims;
    }

    /** A token that is signed with one of the keys. */
    public static String token(String key, Map<String, Object> claims) {
        return token(Map.of("alg", "RS256", "typ", "JWT", "kid", key), claims, key);
    }

    static String token(Map<String, String> header, Map<String, Object> claims, String key) {
        return tokenOf(header, claims, key);
    }

    /** A token of whatever claims, of which the tests make impossible ones. */
    static String tokenOf(Map<String, String> header, Object claims, String key) {
        String signed = encode(header) + "." + encode(claims);
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(pairOf(key).getPrivate());
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + "." + ENCODER.encodeToString(signature.sign());
        } catch (GeneralSecurityException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static String encode(Object json) {
        return encode(JsonValue.of(json).toBytes());
    }

    static String encode(byte[] bytes) {
        return ENCODER.encodeToString(bytes);
    }

    /** The settings for these files. */
    static EntraSettings settings(Path keys, Path roles) {
        return new EntraSettings(
                EntraSettings.Mode.VALIDATE,
                List.of(TENANT),
                List.of(AUDIENCE),
                Optional.of(keys.toString()),
                Optional.of(roles));
    }

    static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
