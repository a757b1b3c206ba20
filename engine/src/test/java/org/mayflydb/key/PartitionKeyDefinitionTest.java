package org.mayflydb.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

class PartitionKeyDefinitionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"paths\":[\"/pk\"]}|{\"paths\":[\"/pk\"],\"kind\":\"Hash\"}",
                "{\"kind\":\"Hash\",\"paths\":[\"/a/b\"]}|{\"paths\":[\"/a/b\"],\"kind\":\"Hash\"}",
                "{\"kind\":\"hash\",\"paths\":[\"/a\"],\"version\":1}|{\"paths\":[\"/a\"],\"kind\":\"Hash\",\"version\":1}",
                "{\"paths\":[\"/a\"],\"version\":\"V1\"}|{\"paths\":[\"/a\"],\"kind\":\"Hash\",\"version\":1}",
                "{\"paths\":[\"/a\"],\"version\":\"2\"}|{\"paths\":[\"/a\"],\"kind\":\"Hash\",\"version\":2}",
                "{\"paths\":[\"/a\",\"/b\"],\"kind\":\"MultiHash\",\"version\":\"V2\"}"
                        + "|{\"paths\":[\"/a\",\"/b\"],\"kind\":\"MultiHash\",\"version\":2}",
                "{\"paths\":[\"/a\",\"/b\"],\"kind\":\"MultiHash\"}"
                        + "|{\"paths\":[\"/a\",\"/b\"],\"kind\":\"MultiHash\",\"version\":2}",
                "{\"paths\":[\"/_partitionKey\"],\"kind\":\"Hash\",\"systemKey\":true}"
                        + "|{\"paths\":[\"/_partitionKey\"],\"kind\":\"Hash\",\"systemKey\":true}",
                "{\"paths\":[\"/_partitionKey\"],\"version\":2,\"systemKey\":true}"
                        + "|{\"paths\":[\"/_partitionKey\"],\"kind\":\"Hash\",\"version\":2,\"systemKey\":true}",
                "{\"paths\":[\"/\\\"a b\\\"\"]}|{\"paths\":[\"/\\\"a b\\\"\"],\"kind\":\"Hash\"}",
            })
    void whatClientsSendIsNormalised(String sent, String stored) {
        PartitionKeyDefinition definition = PartitionKeyDefinition.fromJson(object(sent));
        assertThat(definition.toJson()).hasToString(stored);
        assertThat(PartitionKeyDefinition.fromJson(definition.toJson())).isEqualTo(definition);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"paths\":\"/a\"}",
                "{\"paths\":[]}",
                "{\"paths\":[1]}",
                "{\"paths\":[\"/a\",\"/b\"]}",
                "{\"paths\":[\"/a\"],\"kind\":\"Range\"}",
                "{\"paths\":[\"/a\"],\"kind\":1}",
                "{\"paths\":[\"/a\"],\"version\":3}",
                "{\"paths\":[\"/a\"],\"version\":1.5}",
                "{\"paths\":[\"/a\"],\"version\":null}",
                "{\"paths\":[\"/a\"],\"systemKey\":1}",
                "{\"paths\":[\"/a\",\"/a\"],\"kind\":\"MultiHash\"}",
                "{\"paths\":[\"/a\",\"/b\"],\"kind\":\"MultiHash\",\"version\":1}",
                "{\"paths\":[\"/a\"],\"path\":\"/b\"}",
            })
    void otherDefinitionsAreABadRequest(String sent) {
        assertThatThrownBy(() -> PartitionKeyDefinition.fromJson(object(sent)))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("invalid");
    }

    @Test
    void moreThanThreePathsAreRefusedWithTheMessageOfTheService() {
        String sent = "{\"paths\":[\"/a\",\"/b\",\"/c\",\"/d\"],\"kind\":\"MultiHash\"}";
        assertThatThrownBy(() -> PartitionKeyDefinition.fromJson(object(sent)))
                .isInstanceOf(BadRequestException.class)
                .hasMessage("Too many partition key paths (4) specified. A maximum of 3 is allowed.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "", "/", "/a/", "/a b", "/a/*"})
    void aPathThatIsNoneIsRefusedWithTheMessageOfTheService(String path) {
        JsonObject sent = object("{\"paths\":[\"" + path + "\"]}");
        assertThatThrownBy(() -> PartitionKeyDefinition.fromJson(sent))
                .isInstanceOf(BadRequestException.class)
                .hasMessageStartingWith("The partition key component definition path '" + path
                        + "' could not be accepted. Partition key paths must contain only valid characters");
    }

    @Test
    void aQuotedPathMayHaveSpaces() {
        PartitionKeyDefinition definition = PartitionKeyDefinition.fromJson(object("{\"paths\":[\"/\\\"a b\\\"\"]}"));
        assertThat(definition.paths().get(0).segments()).containsExactly("a b");
        assertThat(PartitionKeyDefinition.fromJson(definition.toJson())).isEqualTo(definition);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aComponentMayHaveTwoKilobytes(int version) {
        PartitionKeyDefinition definition =
                PartitionKeyDefinition.fromJson(object("{\"paths\":[\"/pk\"],\"version\":" + version + "}"));
        assertThatCode(() -> definition.checkSizes(PartitionKey.of("\u00E9".repeat(1024))))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> definition.checkSizes(PartitionKey.of("\u00E9".repeat(1024) + "x")))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("2048");
    }

    @Test
    void aComponentMayBeLongerThanTheFirstHashVersionReads() {
        PartitionKeyDefinition definition = PartitionKeyDefinition.SYSTEM;
        assertThatCode(() -> definition.checkSizes(PartitionKey.of("x".repeat(2048))))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> definition.checkSizes(PartitionKey.of("x".repeat(2049))))
                .isInstanceOf(BadRequestException.class);
    }

    @Test
    void aKeyThatIsNoUnicodeTextIsRefused() {
        assertThatThrownBy(() -> PartitionKeyDefinition.hash("/pk").checkSizes(PartitionKey.of("\uDC00x")))
                .isInstanceOf(BadRequestException.class);
    }

    @Test
    void aKeyIsCompleteWithOneComponentForEachPath() {
        PartitionKeyDefinition definition = PartitionKeyDefinition.multiHash("/a", "/b");
        assertThat(definition.isComplete(PartitionKey.of("x", "y"))).isTrue();
        assertThat(definition.isComplete(PartitionKey.of("x"))).isFalse();
    }

    private static JsonObject object(String text) {
        return (JsonObject) JsonValue.parse(text);
    }
}
