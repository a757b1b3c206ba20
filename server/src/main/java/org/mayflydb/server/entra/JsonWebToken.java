package org.mayflydb.server.entra;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/**
 * A token, taken apart. Nothing in it is proved yet, and of what is not, only the header is parsed.
 *
 * @param payload the claims, encoded
 * @param signed the bytes that the signature is for
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record JsonWebToken(JsonObject header, String payload, byte[] signed, byte[] signature) {
    /** Tokens of Entra ID with 200 groups have less than 12,000. */
    static final int CHARACTERS_MAX = 16 << 10;

    /** Those of Entra ID have about 120; other issuers may add a certificate. */
    private static final int HEADER_CHARACTERS_MAX = 4 << 10;

    /** @throws org.mayflydb.base.UnauthorizedException if the text is not a token */
    static JsonWebToken parse(String text) {
        int first = text.indexOf('.');
        int second = text.indexOf('.', first + 1);
        if (text.length() > CHARACTERS_MAX
                || first < 0
                || first > HEADER_CHARACTERS_MAX
                || second < 0
                || text.indexOf('=') >= 0) {
            throw TokenFailures.malformed();
        }
        try {
            return new JsonWebToken(
                    object(text.substring(0, first)),
                    text.substring(first + 1, second),
                    text.substring(0, second).getBytes(StandardCharsets.US_ASCII),
                    Base64.getUrlDecoder().decode(text.substring(second + 1)));
        } catch (IllegalArgumentException notBase64) {
            throw TokenFailures.malformed();
        }
    }

    private static JsonObject object(String base64) {
        try {
            if (JsonValue.parse(Base64.getUrlDecoder().decode(base64)) instanceof JsonObject object) {
                return object;
            }
        } catch (BadRequestException | IllegalArgumentException notJson) {
            // Refused below.
        }
        throw TokenFailures.malformed();
    }

    /**
     * Parses the claims, which is for those who have verified the signature: a stranger could make them long.
     *
     * @throws org.mayflydb.base.UnauthorizedException if they are not claims
     */
    TokenClaims claims() {
        return TokenClaims.of(object(payload));
    }

    /** Text from the header; empty if there is none. */
    String headerText(String name) {
        return TokenClaims.text(header, name);
    }

    /** Whoever prints a token by mistake gives nothing away. */
    @Override
    public String toString() {
        return "JsonWebToken";
    }
}
