package org.mayflydb.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;

class TextMembersTest {
    private static List<Map<String, String>> read(String text) {
        return TextMembers.ofArray(text.getBytes(StandardCharsets.UTF_8), Set.of("a", "b"), 3).stream()
                .map(members -> {
                    Map<String, String> texts = new TreeMap<>();
                    members.forEach((name, value) -> texts.put(name, new String(value, StandardCharsets.UTF_8)));
                    return texts;
                })
                .toList();
    }

    @Test
    void valuesStayAsTheyWereWritten() {
        assertThat(read("[ {\"a\" : {\"x\": [1.0, \"\\u00e9 \"]}, \"b\": -1e5 },{\"c\":1,\"a\":\"t\",\"b\":true}, {}]"))
                .containsExactly(
                        Map.of("a", "{\"x\":[1.0,\"\\u00e9 \"]}", "b", "-1e5"),
                        Map.of("a", "\"t\"", "b", "true"),
                        Map.of());
    }

    @Test
    void oneMoreThanCanBeUsedIsRead() {
        assertThat(read("[{},{},{},{},{},no JSON")).hasSize(4);
    }

    @Test
    void whatIsInsideMayBeAsDeepAsAnItem() {
        String deepest = "[".repeat(128) + "]".repeat(128);
        assertThat(read("[{\"a\":" + deepest + "}]")).containsExactly(Map.of("a", deepest));
        assertThatThrownBy(() -> read("[{\"a\":[" + deepest + "]}]")).isInstanceOf(BadRequestException.class);
    }

    @Test
    void duplicateNamesInAValueAreLeftToItsReader() {
        assertThat(read("[{\"a\":{\"b\":1,\"b\":2}}]")).containsExactly(Map.of("a", "{\"b\":1,\"b\":2}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "1", "[1]", "[{}", "[{},]", "[{}]x", "[{\"a\":}]", "[[]]", "[{\"a\":\"x}]"})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(BadRequestException.class);
    }
}
