package org.mayflydb.server.auth;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.UnauthorizedException;

/**
 * The authorization header, taken apart: {@code type=…&ver=1.0&sig=…}, as it is or percent-encoded. Some clients send a token
 * of Microsoft Entra ID as {@code Bearer …} instead.
 *
 * @param signature all that follows {@code sig=}
 */
record AuthorizationHeader(Kind kind, String signature) {

    /** What kind of proof it is. */
    enum Kind {
        MASTER("type=master&ver=1.0&sig="),
        RESOURCE("type=resource&ver=1.0&sig="),
        AAD("type=aad&ver=1.0&sig="),
        BEARER("Bearer ");

        private final String beginning;

        Kind(String beginning) {
            this.beginning = beginning;
        }
    }

    static AuthorizationHeader parse(@Nullable String value) {
        if (value == null) {
            throw new UnauthorizedException(
                    FailureCode.AUTHORIZATION_MISSING,
                    "Required Header authorization is missing. Ensure a valid Authorization token is passed.");
        }
        String text = decode(value);
        for (Kind kind : Kind.values()) {
            String beginning = kind.beginning;
            if (text.regionMatches(true, 0, beginning, 0, beginning.length())) {
                return new AuthorizationHeader(kind, text.substring(beginning.length()));
            }
        }
        throw malformed();
    }

    /** Unlike in forms, a plus is a plus: it is a digit of Base64. */
    private static String decode(String value) {
        if (value.indexOf('%') < 0) {
            return value;
        }
        byte[] decoded = new byte[value.length()];
        int length = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '%') {
                if (i + 2 >= value.length()
                        || !HexFormat.isHexDigit(value.charAt(i + 1))
                        || !HexFormat.isHexDigit(value.charAt(i + 2))) {
                    throw malformed();
                }
                decoded[length++] = (byte) HexFormat.fromHexDigits(value, i + 1, i + 3);
                i += 2;
            } else if (c < 0x80) {
                decoded[length++] = (byte) c;
            } else {
                throw malformed();
            }
        }
        return new String(decoded, 0, length, StandardCharsets.ISO_8859_1);
    }

    private static UnauthorizedException malformed() {
        return new UnauthorizedException(
                FailureCode.AUTHORIZATION_MALFORMED,
                "The authorization header is not of the form type={master|resource|aad}&ver=1.0&sig={signature}.");
    }

    /** Whoever prints a header by mistake gives nothing away. */
    @Override
    public String toString() {
        return "AuthorizationHeader[" + kind + "]";
    }
}
