package org.mayflydb.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;

class JsonTextTest {

    @ParameterizedTest
    @ValueSource(strings = {"{\"a b\":\"c \\\" d\"}", "[1,2]", "", "\"\\\\\"", "\"\u00E9 \uD83D\uDE00\""})
    void compactTextComesBackAsTheSameArray(String text) {
        byte[] bytes = utf8(text);
        assertThat(JsonText.compact(bytes)).isSameAs(bytes);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`{ \"a b\" : 1 }`|{\"a b\":1}",
                "` [ 1 ,\t2 , \"x \\\" y\" ] `|[1,2,\"x \\\" y\"]",
                "`\"\\\\\" `|\"\\\\\"",
                "`{\n}\r\n`|{}",
            })
    void whiteSpaceOutsideOfStringsIsRemoved(String text, String compact) {
        assertThat(JsonText.compact(utf8(text))).isEqualTo(utf8(compact));
    }

    @Test
    void aMessageNamesThePlaceAndNothingOfTheParser() {
        assertThatThrownBy(() -> JsonValue.parse("{\"id\":\"v2\""))
                .hasMessageContaining("start marker at line 1, column 1")
                .hasMessageNotContainingAny("REDACTED", "Source", "StreamReadFeature");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1 2]", "[tr ue]", "[1  \n 2]", "{\"a\":1 2}", "1 2", "- 1", "[1 .5]"})
    void textThatIsNotJsonDoesNotBecomeJson(String text) {
        byte[] compact = JsonText.compact(utf8(text));
        assertThatThrownBy(() -> JsonValue.parse(compact)).isInstanceOf(BadRequestException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2280 22", // a continuation byte without a start
                "22C080 22", // overlong zero
                "22E08080 22", // overlong, three bytes
                "22EDA080 22", // an encoded surrogate
                "22F4908080 22", // beyond the last code point
                "22F88888888022", // five bytes
                "22C3", // truncated
                "22E282 22", // truncated in the middle
                "FF", // never a byte of UTF-8
                "225CFF22", // behind a backslash
            })
    void bytesThatAreNotStrictlyUtf8AreABadRequest(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        assertThatThrownBy(() -> JsonText.compact(bytes))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("invalid UTF-8");
        assertThatThrownBy(() -> JsonText.checkUtf8(bytes))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("invalid UTF-8");
        assertThatThrownBy(() -> JsonValue.parse(bytes)).isInstanceOf(BadRequestException.class);
    }

    @Test
    void anErrorFarInsideALongTextIsFound() {
        byte[] bytes = utf8("\"" + "\u00E9".repeat(100_000) + "\"");
        bytes[150_001] = 'x';
        assertThatThrownBy(() -> JsonText.checkUtf8(bytes)).isInstanceOf(BadRequestException.class);
    }

    @Test
    void halfASurrogatePairInAJavaStringIsABadRequest() {
        assertThatThrownBy(() -> JsonValue.parse("\"\uD800\"")).isInstanceOf(BadRequestException.class);
    }

    @Test
    void compactingDoesNotChangeWhatAnyTextMeans() {
        long seed = 42L;
        Random random = new Random(seed);
        String alphabet = "{}[],:\"\\ \n\t1e-.tru";
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            byte[] bytes = utf8(text.toString());
            assertThat(meaning(JsonText.compact(bytes)))
                    .describedAs("seed %s text <%s>", seed, text)
                    .isEqualTo(meaning(bytes));
        }
    }

    @Test
    void aParserReadsOnlyItsSlice() throws IOException {
        byte[] bytes = utf8("xx[7]yy");
        try (JsonParser parser = JsonText.parser(bytes, 2, 3)) {
            assertThat(parser.nextToken()).isEqualTo(JsonToken.START_ARRAY);
            assertThat(parser.nextIntValue(0)).isEqualTo(7);
            assertThat(parser.nextToken()).isEqualTo(JsonToken.END_ARRAY);
            assertThat(parser.nextToken()).isNull();
        }
    }

    private static String meaning(byte[] text) {
        try {
            return JsonValue.parse(text).toString();
        } catch (BadRequestException e) {
            return "malformed";
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
