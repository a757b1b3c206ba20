package org.mayflydb.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;

class JsonStreamTest {
    private static final int VALUE_CHARACTERS_MAX = 10_000;

    private static JsonStream stream(byte[] bytes) throws IOException {
        return new JsonStream(new ByteArrayInputStream(bytes), VALUE_CHARACTERS_MAX);
    }

    private static List<String> read(byte[] bytes) throws IOException {
        List<String> found = new ArrayList<>();
        try (JsonStream stream = stream(bytes)) {
            stream.beginObject();
            for (String name = stream.nextName(); name != null; name = stream.nextName()) {
                if (name.startsWith("list")) {
                    stream.beginArray();
                    for (JsonValue next = stream.nextElement(); next != null; next = stream.nextElement()) {
                        found.add(name + " " + next);
                    }
                } else {
                    found.add(name + "=" + stream.value());
                }
            }
            stream.end();
        }
        return found;
    }

    private static List<String> read(String text) throws IOException {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void propertiesAndElementsComeInOrder() throws IOException {
        assertThat(read("{\"a\": 1.50, \"list\": [ {\"b\":[]}, null, \"\u00e9\" ], \"list2\":[], \"c\":[1]} "))
                .containsExactly("a=1.50", "list {\"b\":[]}", "list null", "list \"\u00e9\"", "c=[1]");
    }

    @Test
    void textOfAnySizeIsReadInValuesOfBoundedSize() throws IOException {
        String element = "\"" + "x".repeat(VALUE_CHARACTERS_MAX / 2) + "\"";
        assertThat(read("{\"list\":[" + (element + ",").repeat(20) + element + "]}"))
                .hasSize(21);
        assertThatThrownBy(() -> read("{\"a\":\"" + "x".repeat(4 * VALUE_CHARACTERS_MAX) + "\"}"))
                .isInstanceOf(BadRequestException.class)
                .hasMessage("A value has more than 10000 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"FF", "C080", "EDA080", "C3"})
    void bytesThatAreNotUtf8AreRejected(String hexadecimal) {
        byte[] text = HexFormat.of()
                .parseHex(HexFormat.of().formatHex("{\"a\":\"".getBytes(StandardCharsets.UTF_8))
                        + hexadecimal
                        + HexFormat.of().formatHex("\"}".getBytes(StandardCharsets.UTF_8)));
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(BadRequestException.class)
                .hasMessage("The text is not valid UTF-8");
    }

    @Test
    void mistakesAreShownWithLineAndColumn() {
        assertThatThrownBy(() -> read("{\n  \"a\": tru\n}"))
                .isInstanceOf(BadRequestException.class)
                .hasMessageStartingWith("The text is not valid JSON: ")
                .hasMessageContaining("line 2, column");
    }

    @Test
    void failureToReadIsNotTheFaultOfTheText() throws IOException {
        InputStream closed = InputStream.nullInputStream();
        closed.close();
        assertThatThrownBy(() -> new JsonStream(closed, VALUE_CHARACTERS_MAX).beginObject())
                .isInstanceOf(IOException.class)
                .hasMessage("Stream closed");
    }
}
