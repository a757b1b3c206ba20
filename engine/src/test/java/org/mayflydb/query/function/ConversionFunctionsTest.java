package org.mayflydb.query.function;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;

class ConversionFunctionsTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            TOSTRING(12) => '12'
            TOSTRING(1.50) => '1.5'
            TOSTRING(1.0000) => '1'
            TOSTRING(1e2) => '100'
            TOSTRING(9223372036854775807) => '9223372036854775807'
            TOSTRING(true) => 'true'
            TOSTRING(null) => 'null'
            TOSTRING('s') => 's'
            TOSTRING([1, [2.0]]) => '[1,[2]]'
            TOSTRING([]) => '[]'
            TOSTRING({}) => '{}'
            TOSTRING(NaN) => 'NaN'
            TOSTRING(Infinity) => 'Infinity'
            TOSTRING(-Infinity) => '-Infinity'
            TOSTRING(undefined) => undefined
            """)
    void valuesBecomeCompactText(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            STRINGTONUMBER('12') => 12
            STRINGTONUMBER(' 3.5 ') => 3.5
            STRINGTONUMBER('1e2') => 100
            STRINGTONUMBER('-0') => 0
            STRINGTONUMBER('12px') => undefined
            STRINGTONUMBER('') => undefined
            STRINGTONUMBER('0x1F') => undefined
            STRINGTONUMBER('01') => undefined
            STRINGTONUMBER('NaN') => undefined
            STRINGTONUMBER('[1]') => undefined
            STRINGTONUMBER('1 2') => undefined
            STRINGTONUMBER(12) => undefined
            """)
    void numbersAreReadAsJson(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            STRINGTOBOOLEAN('true') => true
            STRINGTOBOOLEAN(' false ') => false
            STRINGTOBOOLEAN('TRUE') => undefined
            STRINGTOBOOLEAN('1') => undefined
            STRINGTOBOOLEAN(true) => undefined
            STRINGTONULL('null') => null
            STRINGTONULL(' null') => null
            STRINGTONULL('Null') => undefined
            STRINGTONULL(null) => undefined
            """)
    void literalsAreReadInLowerCase(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            STRINGTOARRAY('[1,[2],{}]') => [1, [2], {}]
            STRINGTOARRAY('[]') => []
            STRINGTOARRAY('{}') => undefined
            STRINGTOARRAY('[oops') => undefined
            STRINGTOARRAY('[1]x') => undefined
            STRINGTOARRAY([]) => undefined
            STRINGTOOBJECT('{}') => {}
            STRINGTOOBJECT('[1]') => undefined
            STRINGTOOBJECT('{a:1}') => undefined
            STRINGTOOBJECT({}) => undefined
            STRINGTOOBJECT(undefined) => undefined
            """)
    void structuresAreReadAsJson(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            OBJECTTOARRAY({'x': 1, 'y': [2]}) => [{'k': 'x', 'v': 1}, {'k': 'y', 'v': [2]}]
            OBJECTTOARRAY({'x': 1}, 'name', 'val') => [{'name': 'x', 'val': 1}]
            OBJECTTOARRAY({'x': 1}, 'name') => [{'name': 'x', 'v': 1}]
            OBJECTTOARRAY({}) => []
            OBJECTTOARRAY([]) => undefined
            OBJECTTOARRAY({}, 1) => undefined
            OBJECTTOARRAY({}, 'a', undefined) => undefined
            """)
    void objectsBecomePairs(String call, String expected) {
        Claim.holds(call, expected);
    }

    @Test
    void textInsideOfStructuresIsQuoted() {
        assertThat(Claim.call("TOSTRING([1,'a'])")).isEqualTo(new JsonString("[1,\"a\"]"));
        assertThat(Claim.call("TOSTRING({'k':'v'})")).isEqualTo(new JsonString("{\"k\":\"v\"}"));
    }

    @Test
    void structuresWithInfinityHaveAText() {
        JsonArray array = JsonArray.of(JsonNumber.computed(Double.POSITIVE_INFINITY), JsonNumber.of(1));
        assertThat(Claim.call("TOSTRING", array)).isEqualTo(new JsonString("[\"Infinity\",1]"));
    }

    @Test
    void objectsInTextMayHoldAnything() {
        assertThat(Claim.call("STRINGTOOBJECT", new JsonString(" {\"a\": [1]} ")))
                .hasToString("{\"a\":[1]}");
    }

    @Test
    void halfASurrogatePairIsNoJsonText() {
        assertThat(Claim.call("STRINGTOARRAY", new JsonString("[\"\ud800\"]"))).isNull();
    }

    @Test
    void pairsWithVeryLongNamesAreUndefined() {
        JsonObject.Builder members = JsonObject.builder();
        for (int i = 0; i < 1000; i++) {
            members.put("m" + i, i);
        }
        JsonString name = new JsonString("n".repeat(10_000));
        assertThat(Claim.call("OBJECTTOARRAY", members.build(), name)).isNull();
    }
}
