package org.mayflydb.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonEqualityTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            5                 | 5.0
            100               | 1e2
            0                 | -0
            'a'               | '\\u0061'
            [1, [2.0]]        | [1.0, [2]]
            {'a': 1, 'b': 2}  | {'b': 2, 'a': 1}
            [{'a': [1]}]      | [{'a': [1.0]}]
            null              | null
            []                | []
            {}                | {}
            """)
    void valuesThatMeanTheSameAreTheSameAndHashAlike(String one, String other) {
        JsonValue first = value(one);
        JsonValue second = value(other);
        assertThat(JsonEquality.same(first, second)).isTrue();
        assertThat(JsonEquality.same(second, first)).isTrue();
        assertThat(JsonEquality.same(first, first)).isTrue();
        assertThat(JsonEquality.hash(first)).isEqualTo(JsonEquality.hash(second));
        assertThat(new JsonEquality.Key(first)).isEqualTo(new JsonEquality.Key(second));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            1                 | '1'
            null              | 0
            false             | 0
            false             | null
            {}                | []
            [1, 2]            | [2, 1]
            [1]               | [1, 1]
            {'a': 1}          | {'a': 2}
            {'a': 1}          | {'b': 1}
            {'a': 1}          | {'a': 1, 'b': 1}
            {'a': null}       | {}
            'abc'             | 'ABC'
            true              | false
            """)
    void everythingElseIsDifferent(String one, String other) {
        JsonValue first = value(one);
        JsonValue second = value(other);
        assertThat(JsonEquality.same(first, second)).isFalse();
        assertThat(JsonEquality.same(second, first)).isFalse();
        assertThat(new JsonEquality.Key(first)).isNotEqualTo(new JsonEquality.Key(second));
    }

    @Test
    void whatIsNoNumberIsNotEvenItself() {
        JsonNumber number = JsonNumber.computed(Double.NaN);
        assertThat(JsonEquality.same(number, number)).isFalse();
        assertThat(JsonEquality.same(number, JsonNumber.computed(Double.NaN))).isFalse();
    }

    @Test
    void undefinedIsAKeyOfItsOwn() {
        Set<JsonEquality.Key> keys = new HashSet<>();
        assertThat(keys.add(new JsonEquality.Key(null))).isTrue();
        assertThat(keys.add(new JsonEquality.Key(null))).isFalse();
        assertThat(keys.add(new JsonEquality.Key(JsonNull.NULL))).isTrue();
        assertThat(keys.add(new JsonEquality.Key(JsonNumber.of(0)))).isTrue();
    }

    private static JsonValue value(String text) {
        return JsonValue.parse(text.replace('\'', '"'));
    }
}
