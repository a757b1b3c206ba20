package org.mayflydb.query.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonValue;

class HashFunctionTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            HASH(undefined) => undefined
            HASH('a', 0) => undefined
            HASH('a', -1) => undefined
            HASH('a', 1.5) => undefined
            HASH('a', '2') => undefined
            HASH('a', undefined) => undefined
            HASH('a', 1) => 0
            """)
    void whatHasNoHashIsUndefined(String call, String expected) {
        Claim.holds(call, expected);
    }

    @Test
    void equalValuesHaveEqualHashes() {
        assertThat(Claim.call("HASH(5)")).isEqualTo(Claim.call("HASH(5.0)"));
        assertThat(Claim.call("HASH(0)")).isEqualTo(Claim.call("HASH(-0)"));
        assertThat(Claim.call("HASH({'a': 1, 'b': [2]})")).isEqualTo(Claim.call("HASH({'b': [2], 'a': 1})"));
    }

    @Test
    void differentValuesHaveDifferentHashes() {
        List<String> calls = List.of(
                "HASH(null)",
                "HASH(true)",
                "HASH(false)",
                "HASH(0)",
                "HASH(1)",
                "HASH('')",
                "HASH('1')",
                "HASH([])",
                "HASH([[]])",
                "HASH([1, 2])",
                "HASH([2, 1])",
                "HASH({})",
                "HASH({'a': 1})",
                "HASH({'a': '1'})",
                "HASH({'b': 1})");
        assertThat(calls.stream().map(Claim::call)).doesNotHaveDuplicates();
    }

    /** Whoever stored a hash finds it again after an upgrade. */
    @Test
    void hashesNeverChange() {
        assertThat(Claim.call("HASH('mayfly')")).hasToString("1631205674285914");
        assertThat(Claim.call("HASH([1, null, true, {'a': 'b'}])")).hasToString("8711761827452120");
    }

    @Test
    void theModulusSpreadsValuesEvenly() {
        int[] counts = new int[10];
        for (int i = 0; i < 10_000; i++) {
            JsonValue bucket = Claim.call("HASH", JsonNumber.of(i), JsonNumber.of(10));
            counts[Integer.parseInt(String.valueOf(bucket))]++;
        }
        assertThat(IntStream.of(counts)).allMatch(count -> count > 900 && count < 1100);
    }
}
