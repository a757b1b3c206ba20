package org.mayflydb.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

class PartitionKeyTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[\"p1\"]",
                "[5]",
                "[0.5]",
                "[true]",
                "[false]",
                "[null]",
                "[{}]",
                "[]",
                "[\"t\",{}]",
                "[\"\"]",
                "[\"a\\\"b\"]",
                "[\"\u65E5\u672C\"]",
                "[\"a\",1,null]",
            })
    void headersSurviveARoundTrip(String header) {
        assertThat(PartitionKey.parse(header)).hasToString(header);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "p1",
                "\"p1\"",
                "{}",
                "[",
                "[\"p1\"",
                "[\"]",
                "[[]]",
                "[{\"a\":1}]",
                "[1,2,3,4]",
                "[1e400]",
                "[\"a\"]x",
                "[\"a\"b\"]",
                "[\"a\\\"]",
                "[\"a\tb\"]",
                "null",
            })
    void otherHeadersAreABadRequest(String header) {
        assertThatThrownBy(() -> PartitionKey.parse(header)).isInstanceOf(BadRequestException.class);
    }

    @Test
    void escapesInAHeaderAreDecoded() {
        assertThat(PartitionKey.parse("[\"\\u65E5\\u672C\"]")).isEqualTo(PartitionKey.of("\u65E5\u672C"));
    }

    @Test
    void wholeNumbersAndDoublesAreTheSameKey() {
        assertThat(PartitionKey.parse("[5]"))
                .isEqualTo(PartitionKey.parse("[5.0]"))
                .isEqualTo(PartitionKey.of(5))
                .hasSameHashCodeAs(PartitionKey.of(5.0));
    }

    @Test
    void keysOfDifferentTypesDiffer() {
        assertThat(List.of(
                        PartitionKey.of("5"),
                        PartitionKey.of(5),
                        PartitionKey.of(true),
                        PartitionKey.of((Object) null),
                        PartitionKey.NONE,
                        PartitionKey.empty()))
                .doesNotHaveDuplicates();
    }

    @Test
    void theKeyOfAnItemIsWhatItHoldsAtThePaths() {
        PartitionKeyDefinition definition = PartitionKeyDefinition.multiHash("/a/b", "/c", "/d");
        JsonObject item = object("{\"a\":{\"b\":\"x\"},\"c\":5.0,\"d\":null}");
        assertThat(PartitionKey.from(definition, item)).isEqualTo(PartitionKey.of("x", 5, null));
    }

    @Test
    void missingPropertiesObjectsAndArraysCountAsUndefined() {
        PartitionKeyDefinition definition = PartitionKeyDefinition.multiHash("/a/b", "/c", "/d");
        assertThat(PartitionKey.from(definition, object("{\"a\":[{\"b\":1}],\"c\":{},\"d\":[]}")))
                .hasToString("[{},{},{}]");
    }

    @Test
    void theEmptyKeyIsAtTheBeginningOfTheHashSpace() {
        assertThat(PartitionKeyHasher.hash(PartitionKeyDefinition.hash("/pk"), PartitionKey.empty()))
                .isEqualTo(EffectivePartitionKey.MIN);
    }

    @Test
    void theVersionOfTheDefinitionChoosesTheHash() {
        PartitionKeyDefinition version1 = new PartitionKeyDefinition(
                List.of(DocumentPath.parse("/pk")), PartitionKeyDefinition.Kind.HASH, 1, false);
        assertThat(PartitionKeyHasher.hash(version1, PartitionKey.of("")).hex()).isEqualTo("05C1CF33970FF80800");
        assertThat(PartitionKeyHasher.hash(PartitionKeyDefinition.hash("/pk"), PartitionKey.of(""))
                        .hex())
                .isEqualTo("32E9366E637A71B4E710384B2F4970A0");
    }

    @Test
    void aKeyHasAtMostThreeComponents() {
        assertThatThrownBy(() -> PartitionKey.of(1, 2, 3, 4)).isInstanceOf(IllegalArgumentException.class);
    }

    private static JsonObject object(String text) {
        return (JsonObject) JsonValue.parse(text);
    }
}
