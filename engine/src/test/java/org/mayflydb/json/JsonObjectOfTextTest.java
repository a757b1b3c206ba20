package org.mayflydb.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonObjectOfTextTest {
    private static final String TEXT = "{\"a\":1.50,\"ü\":[true,null]}";

    private final JsonObject object = JsonObject.ofText(TEXT.getBytes(StandardCharsets.UTF_8));

    @Test
    void itsMembersAreThoseOfTheText() {
        assertThat(object).isEqualTo(JsonValue.parse(TEXT));
        assertThat(object.get("a")).hasToString("1.50");
    }

    @Test
    void itIsWrittenAsItWasRead() {
        assertThat(object).hasToString(TEXT);
    }

    @Test
    void itIsWrittenAsItWasReadWithinOtherValues() {
        JsonValue around = JsonObject.builder()
                .put("x", JsonArray.of(JsonNull.NULL, object, object))
                .put("y", object)
                .build();
        assertThat(around).hasToString("{\"x\":[null," + TEXT + "," + TEXT + "],\"y\":" + TEXT + "}");
    }

    @Test
    void aChangedCopyIsWrittenFromItsMembers() {
        assertThat(object.with("a", JsonNull.NULL)).hasToString("{\"a\":null,\"ü\":[true,null]}");
    }
}
