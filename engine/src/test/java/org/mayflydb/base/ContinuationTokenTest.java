package org.mayflydb.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.ContinuationToken.Kind;

class ContinuationTokenTest {
    private static final byte[] CONTENT = {1, -1, 0, 127, -128};

    @ParameterizedTest
    @EnumSource(Kind.class)
    void contentOfAnyLengthIsDecodedAsItWasEncoded(Kind kind) {
        long seed = 20261118;
        Random random = new Random(seed);
        for (int length = 0; length < 300; length++) {
            byte[] content = new byte[length];
            random.nextBytes(content);
            String token = ContinuationToken.encode(kind, content);
            assertThat(ContinuationToken.decode(kind, token))
                    .as("seed %s, length %s", seed, length)
                    .isEqualTo(content);
        }
    }

    @Test
    void tokenOfAnotherKindIsRejected() {
        for (Kind kind : Kind.values()) {
            String token = ContinuationToken.encode(kind, CONTENT);
            Arrays.stream(Kind.values()).filter(other -> other != kind).forEach(other -> assertRejected(other, token));
        }
    }

    @Test
    void tokenIsRejectedWhicheverCharacterIsChanged() {
        String characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=% \u00e9";
        // Three lengths: the last character of the text has zero, two and four unused bits.
        for (int length = 3; length <= 5; length++) {
            String token = ContinuationToken.encode(Kind.QUERY, Arrays.copyOf(CONTENT, length));
            for (int i = 0; i < token.length(); i++) {
                char original = token.charAt(i);
                String before = token.substring(0, i);
                String after = token.substring(i + 1);
                characters
                        .chars()
                        .filter(changed -> changed != original)
                        .forEach(changed -> assertRejected(Kind.QUERY, before + (char) changed + after));
            }
        }
    }

    @Test
    void tokenWithMoreOrFewerCharactersIsRejected() {
        String token = ContinuationToken.encode(Kind.ITEMS, CONTENT);
        for (int i = 0; i < token.length(); i++) {
            assertRejected(Kind.ITEMS, token.substring(0, i));
        }
        assertRejected(Kind.ITEMS, token + "A");
        assertRejected(Kind.ITEMS, token + "=");
        assertRejected(Kind.ITEMS, " " + token);
        assertRejected(Kind.ITEMS, token + token);
    }

    @Test
    void tokenOfAnotherVersionIsRejectedEvenWithItsChecksum() {
        byte[] frame = {3, 1, 0, 0, 0, 0};
        CRC32 crc = new CRC32();
        crc.update(frame, 0, 2);
        ByteBuffer.wrap(frame).putInt(2, (int) crc.getValue());
        assertRejected(Kind.ITEMS, Base64.getUrlEncoder().withoutPadding().encodeToString(frame));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "AAAA", "AAAAAAAA", "null", "\"1\"", "{}", "####", "AQAAAAE"})
    void textThatIsNoTokenIsRejected(String text) {
        assertRejected(Kind.ITEMS, text);
    }

    @Test
    void textThatIsTooLongIsRejected() {
        assertRejected(Kind.ITEMS, "A".repeat(10_000_000));
    }

    @Test
    void contentThatNoRequestCouldCarryIsNotEncoded() {
        assertThatThrownBy(() -> ContinuationToken.encode(Kind.ITEMS, new byte[50_000]))
                .isInstanceOf(IllegalStateException.class);
    }

    private static void assertRejected(Kind kind, String token) {
        assertThatThrownBy(() -> ContinuationToken.decode(kind, token))
                .as(token.length() > 100 ? "a long text" : token)
                .isInstanceOf(BadRequestException.class)
                .hasMessage("Invalid Continuation Token");
    }
}
