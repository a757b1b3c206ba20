package org.mayflydb.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;

class ControlCharactersTest {
    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String escape(String text) {
        return new String(ControlCharacters.escape(utf8(text)), StandardCharsets.UTF_8);
    }

    @Test
    void textWithoutControlCharactersIsNotCopied() {
        byte[] text = utf8("{\"a\":\"\\n\u65E5\"}");
        assertThat(ControlCharacters.escape(text)).isSameAs(text);
    }

    @Test
    void controlCharactersInStringsBecomeEscapes() {
        assertThat(escape("[\"a\tb\rc\nd\u0001e\u0000\"]")).isEqualTo("[\"a\\tb\\rc\\nd\\u0001e\\u0000\"]");
        assertThat(escape("[\"\\\\\t\"]")).isEqualTo("[\"\\\\\\t\"]");
    }

    @Test
    void anEscapedControlCharacterStaysMalformed() {
        assertThat(escape("[\"\\\n\"]")).isEqualTo("[\"\\\n\"]");
        assertThatThrownBy(() -> JsonValue.parse(ControlCharacters.escape(utf8("[\"\\\n\"]"))))
                .isInstanceOf(BadRequestException.class);
    }
}
