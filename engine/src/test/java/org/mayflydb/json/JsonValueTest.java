package org.mayflydb.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;

class JsonValueTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"b\":1,\"a\":[true,false,null,\"x\\n\\\"\",{}],\"n\":-0.50e+3}",
                "[]",
                "\"\"",
                "12345678901234567890.123456789",
                "-0",
                "{\"\":{\"\":[[[]]]}}",
                "\"\uD83D\uDE00 \u00E9\"",
            })
    void compactTextSurvivesARoundTrip(String text) {
        assertThat(JsonValue.parse(text).toString()).isEqualTo(text);
        assertThat(JsonValue.parse(utf8(text)).toBytes()).isEqualTo(utf8(text));
    }

    @Test
    void whiteSpaceAroundTokensIsDropped() {
        assertThat(JsonValue.parse(" { \"a\" :\t[ 1 ,\r\n 2 ] } ")).hasToString("{\"a\":[1,2]}");
    }

    @Test
    void halfASurrogatePairSpelledAsAnEscapeIsWrittenAsAnEscape() {
        JsonValue value = JsonValue.parse("\"a\\ud800b\"");
        assertThat(value).isEqualTo(new JsonString("a\uD800b"));
        assertThat(value).hasToString("\"a\\uD800b\"");
    }

    @Test
    void charactersBeyondTheBasicPlaneStayWholeWhereverTheyFall() {
        // An odd start puts pairs across every buffer boundary of the writer.
        String text = "\"x" + "\uD83D\uDE00".repeat(20_000) + "\"";
        assertThat(JsonValue.parse(text).toString()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[1,]",
                "[1 2]",
                "{\"a\"}",
                "{a:1}",
                "{'a':1}",
                "01",
                "1.",
                "+1",
                "NaN",
                "tru",
                "\"a",
                "\"\n\"",
                "\"\\x\"",
                "// c\n1",
                "\uFEFF{}",
                "\u0000{\u0000}",
            })
    void malformedTextIsABadRequest(String text) {
        assertThatThrownBy(() -> JsonValue.parse(text))
                .isInstanceOf(BadRequestException.class)
                .hasMessageStartingWith("The text is not valid JSON: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{} {}", "1 2", "[]]", "null,"})
    void textAfterTheValueIsABadRequest(String text) {
        assertThatThrownBy(() -> JsonValue.parse(text)).isInstanceOf(BadRequestException.class);
    }

    @Test
    void aMemberNamedTwiceIsABadRequest() {
        assertThatThrownBy(() -> JsonValue.parse("{\"a\":{\"b\":1,\"c\":2,\"d\":3,\"b\":4}}"))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("'b'");
    }

    @Test
    void nestingOfAHundredAndTwentyEightIsAccepted() {
        assertThat(JsonValue.parse("[".repeat(128) + "]".repeat(128))).isInstanceOf(JsonArray.class);
    }

    @Test
    void nestingOfAHundredAndTwentyNineIsABadRequest() {
        assertThatThrownBy(() -> JsonValue.parse("[".repeat(129) + "]".repeat(129)))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("128");
    }

    @Test
    void withReplacesAMemberInItsPlace() {
        JsonObject object = (JsonObject) JsonValue.parse("{\"a\":1,\"b\":2}");
        assertThat(object.with("a", JsonNull.NULL)).hasToString("{\"a\":null,\"b\":2}");
        assertThat(object).hasToString("{\"a\":1,\"b\":2}");
    }

    @Test
    void withAppendsANewMember() {
        assertThat(JsonObject.empty().with("a", JsonNumber.of(1)).with("b", JsonBoolean.TRUE))
                .hasToString("{\"a\":1,\"b\":true}");
    }

    @Test
    void withoutRemovesAMember() {
        JsonObject object = (JsonObject) JsonValue.parse("{\"a\":1,\"b\":2}");
        assertThat(object.without("a")).hasToString("{\"b\":2}");
        assertThat(object.without("z")).isSameAs(object);
    }

    @Test
    void aMemberThatHoldsNullDiffersFromAnAbsentOne() {
        JsonObject object = (JsonObject) JsonValue.parse("{\"a\":null}");
        assertThat(object.get("a")).isEqualTo(JsonNull.NULL);
        assertThat(object.get("b")).isNull();
    }

    @Test
    void membersCannotBeChangedFromOutside() {
        JsonObject object = (JsonObject) JsonValue.parse("{\"a\":1}");
        assertThatThrownBy(() -> object.members().put("b", JsonNull.NULL))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aBuilderGoesOnWithoutChangingWhatItBuilt() {
        JsonObject.Builder builder = JsonObject.builder().put("a", 1);
        JsonObject first = builder.build();
        JsonObject second = builder.put("b", "x").put("c", true).build();
        assertThat(first).hasToString("{\"a\":1}");
        assertThat(second).hasToString("{\"a\":1,\"b\":\"x\",\"c\":true}");
    }

    @Test
    void objectsAreEqualWhateverTheirOrder() {
        assertThat(JsonValue.parse("{\"a\":1,\"b\":2}"))
                .isEqualTo(JsonValue.parse("{\"b\":2,\"a\":1}"))
                .hasSameHashCodeAs(JsonValue.parse("{\"b\":2,\"a\":1}"));
    }

    @Test
    void plainJavaSurvivesARoundTrip() {
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        plain.put("text", "x");
        plain.put("whole", 5L);
        plain.put("fraction", 0.25);
        plain.put("list", Arrays.asList(true, null, Map.of()));
        assertThat(JsonValue.of(plain).toJava()).isEqualTo(plain);
    }

    @Test
    void wholeNumbersBeyondLongBecomeDoubles() {
        assertThat(JsonValue.of(BigInteger.TWO.pow(64)).toJava()).isEqualTo(Math.pow(2, 64));
    }

    @Test
    void otherClassesHaveNoValue() {
        assertThatThrownBy(() -> JsonValue.of(Thread.currentThread())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JsonValue.of(List.of(Map.of(1, 2)))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JsonValue.of(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
