package org.mayflydb.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

class KeyMatcherTest {
    private static final PartitionKeyDefinition FLAT = PartitionKeyDefinition.hash("/pk");

    private static boolean holds(PartitionKeyDefinition definition, PartitionKey key, String json) {
        byte[] padded = ("    " + json).getBytes(StandardCharsets.UTF_8);
        return new KeyMatcher.Factory(definition).of(key).holds(padded, 4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"plain\"",
                "\"\"",
                "\"pl\\u0061in\"",
                "\"quo\\\"te\"",
                "\"back\\\\\"",
                "\"back\\\\slash\"",
                "\"line\\n\"",
                "\"\u00e4\ud83d\ude00\"",
                "\"\\ud83d\\ude00\"",
                "\"5\"",
                "5",
                "5.0",
                "-0",
                "0",
                "1e2",
                "100",
                "0.1",
                "12345678901234567890",
                "true",
                "false",
                "null",
                "{}",
                "{\"pk\":1}",
                "[]",
                "[1]",
                "\"true\"",
                "\"null\""
            })
    void aKeyHoldsForExactlyTheItemsThatHaveIt(String own) {
        List<String> values = List.of(
                own,
                "\"plain\"",
                "\"plai\"",
                "\"plainer\"",
                "\"back\\\\\"",
                "\"quo\\\"te\"",
                "\"5\"",
                "5",
                "5e0",
                "50",
                "0",
                "-0.0",
                "100",
                "true",
                "false",
                "null",
                "{}",
                "\"\"",
                "\"\\ud83d\\ude00\"",
                "\"\ud83d\ude00\"");
        PartitionKey key = keyOf("{\"pk\":" + own + "}");
        for (String value : values) {
            String item = "{\"id\":\"{\\\"pk\\\":1}\",\"nested\":{\"pk\":7},\"pk\":" + value + ",\"_ts\":1}";
            assertThat(holds(FLAT, key, item)).as(item).isEqualTo(keyOf(item).equals(key));
        }
    }

    private static PartitionKey keyOf(String item) {
        return PartitionKey.from(FLAT, (JsonObject) JsonValue.parse(item));
    }

    @Test
    void anItemWithoutThePropertyHasTheKeyWithoutAValue() {
        assertThat(holds(FLAT, PartitionKey.NONE, "{}")).isTrue();
        assertThat(holds(FLAT, PartitionKey.NONE, "{\"id\":\"1\",\"a\":[1,{\"pk\":2}]}"))
                .isTrue();
        assertThat(holds(FLAT, PartitionKey.of("a"), "{\"id\":\"1\"}")).isFalse();
    }

    @Test
    void aPropertyNameMayBeWrittenWithEscapes() {
        assertThat(holds(FLAT, PartitionKey.of("a"), "{\"\\u0070k\":\"a\"}")).isTrue();
    }

    @Test
    void whatTheFirstHashDoesNotContainIsCompared() {
        PartitionKeyDefinition old = PartitionKeyDefinition.SYSTEM;
        for (String prefix : List.of("x".repeat(100), "\u65E5".repeat(50))) {
            String item = "{\"_partitionKey\":\"" + prefix + "a\"}";
            assertThat(holds(old, PartitionKey.of(prefix + "a"), item)).isTrue();
            assertThat(holds(old, PartitionKey.of(prefix + "b"), item)).isFalse();
        }
    }

    @Test
    void aNestedPathIsFollowed() {
        PartitionKeyDefinition nested = PartitionKeyDefinition.hash("/a/b");
        assertThat(holds(nested, PartitionKey.of("x"), "{\"b\":\"y\",\"a\":{\"c\":[],\"b\":\"x\"}}"))
                .isTrue();
        assertThat(holds(nested, PartitionKey.of("x"), "{\"a\":\"x\"}")).isFalse();
        assertThat(holds(nested, PartitionKey.NONE, "{\"a\":\"x\"}")).isTrue();
    }

    @Test
    void theFirstLevelsOfAHierarchicalKeyHoldForAllThatBeginWithThem() {
        PartitionKeyDefinition levels = PartitionKeyDefinition.multiHash("/t", "/u");
        String item = "{\"u\":\"b\",\"t\":\"a\"}";
        assertThat(holds(levels, PartitionKey.of("a"), item)).isTrue();
        assertThat(holds(levels, PartitionKey.of("a", "b"), item)).isTrue();
        assertThat(holds(levels, PartitionKey.of("a", "c"), item)).isFalse();
        assertThat(holds(levels, PartitionKey.of("b"), item)).isFalse();
    }

    @Test
    void hashVersion1DecidesAloneUnlessAStringIsCut() {
        PartitionKeyDefinition version1 =
                new PartitionKeyDefinition(FLAT.paths(), PartitionKeyDefinition.Kind.HASH, 1, false);
        KeyMatcher.Factory tests = new KeyMatcher.Factory(version1);
        assertThat(tests.of(PartitionKey.of("short")).isDecidedByHash()).isTrue();
        assertThat(tests.of(PartitionKey.of("x".repeat(100))).isDecidedByHash()).isFalse();
        assertThat(new KeyMatcher.Factory(FLAT).of(PartitionKey.of("short")).isDecidedByHash())
                .isFalse();
    }
}
