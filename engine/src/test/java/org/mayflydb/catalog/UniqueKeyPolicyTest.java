package org.mayflydb.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonValue;

class UniqueKeyPolicyTest {

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"uniqueKeys\":[]}", "{\"uniqueKeys\":null}"})
    void anObjectWithoutKeysMeansNone(String sent) {
        assertThat(policy(sent)).isEqualTo(UniqueKeyPolicy.NONE);
        assertThat(policy(sent).toJson()).hasToString("{\"uniqueKeys\":[]}");
    }

    @Test
    void keysAreKeptInOrder() {
        String sent = "{\"uniqueKeys\":[{\"paths\":[\"/b/c\",\"/a\"]},{\"paths\":[\"/a\"]}]}";
        assertThat(policy(sent).toJson()).hasToString(sent);
    }

    @Test
    void tenKeysOfSixteenPathsAreTheMost() {
        assertThat(policy(keys(10, 16)).uniqueKeys()).hasSize(10);
        assertThatThrownBy(() -> policy(keys(11, 1))).isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> policy(keys(1, 17))).isInstanceOf(BadRequestException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{\"keys\":[]}",
                "{\"uniqueKeys\":{}}",
                "{\"uniqueKeys\":[\"/a\"]}",
                "{\"uniqueKeys\":[{}]}",
                "{\"uniqueKeys\":[{\"paths\":[]}]}",
                "{\"uniqueKeys\":[{\"paths\":[1]}]}",
                "{\"uniqueKeys\":[{\"paths\":[\"a\"]}]}",
                "{\"uniqueKeys\":[{\"paths\":[\"/a\",\"/\\\"a\\\"\"]}]}",
                "{\"uniqueKeys\":[{\"paths\":[\"/a\",\"/b\"]},{\"paths\":[\"/b\",\"/a\"]}]}",
            })
    void otherPoliciesAreABadRequest(String sent) {
        assertThatThrownBy(() -> policy(sent)).isInstanceOf(BadRequestException.class);
    }

    private static String keys(int count, int paths) {
        return IntStream.range(0, count)
                .mapToObj(key -> IntStream.range(0, paths)
                        .mapToObj(path -> "\"/k" + key + "p" + path + "\"")
                        .collect(Collectors.joining(",", "{\"paths\":[", "]}")))
                .collect(Collectors.joining(",", "{\"uniqueKeys\":[", "]}"));
    }

    private static UniqueKeyPolicy policy(String sent) {
        return UniqueKeyPolicy.fromJson(JsonValue.parse(sent));
    }
}
