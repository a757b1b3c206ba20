package org.mayflydb.query.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.run.StepLimit;

class RegexFunctionsTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            REGEXMATCH('Lantern', 'nt') => true
            REGEXMATCH('Lantern', '^nt') => false
            REGEXMATCH('Lantern', 'n$') => true
            REGEXMATCH('Lantern', '[aeiou]n') => true
            REGEXMATCH('abc123', '\\\\d{3}') => true
            REGEXMATCH('', '') => true
            REGEXMATCH('größe', 'gr.ße') => true
            """)
    void expressionsMatchAnywhere(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            REGEXMATCH('ABC', 'b') => false
            REGEXMATCH('ABC', 'b', 'i') => true
            REGEXMATCH('a\\nb', '^b') => false
            REGEXMATCH('a\\nb', '^b', 'm') => true
            REGEXMATCH('a\\nb', 'a.b') => false
            REGEXMATCH('a\\nb', 'a.b', 's') => true
            REGEXMATCH('a\\nB', 'a.b', 'is') => true
            REGEXMATCH('abc', 'b', '') => true
            """)
    void modifiersChangeTheMeaning(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            REGEXMATCH('ab', 'a b', 'x') => true
            REGEXMATCH('a b', 'a b', 'x') => false
            REGEXMATCH('a b', 'a\\\\ b', 'x') => true
            REGEXMATCH('a b', 'a[ ]b', 'x') => true
            REGEXMATCH('ab', 'a # first\\n b # second', 'x') => true
            REGEXMATCH('a#b', 'a\\\\#b', 'x') => true
            REGEXMATCH('a#b', 'a[#]b', 'x') => true
            """)
    void spacedExpressionsHaveCommentsAndNoWhiteSpace(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            REGEXMATCH('a', '(') => undefined
            REGEXMATCH('a', 'a**') => undefined
            REGEXMATCH('a', '[z-a]') => undefined
            REGEXMATCH('a', 'a', 'q') => undefined
            REGEXMATCH('a', 'a', 'ig') => undefined
            REGEXMATCH('aa', '(a)\\\\1') => undefined
            REGEXMATCH(5, 'a') => undefined
            REGEXMATCH('a', 5) => undefined
            REGEXMATCH('a', 'a', undefined) => undefined
            """)
    void whatIsNoExpressionIsUndefined(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            REGEXEXTRACT('SKU-93821-BLUE', '[A-Z]+') => 'SKU'
            REGEXEXTRACT('SKU-93821-BLUE', '[0-9]+') => '93821'
            REGEXEXTRACT('sku-93821', 'SKU-([0-9]+)', 'i', 1) => '93821'
            REGEXEXTRACT('sku-93821', 'SKU-([0-9]+)', 'i', 0) => 'sku-93821'
            REGEXEXTRACT('abc', 'x') => undefined
            REGEXEXTRACT('abc', '(x)|b', '', 1) => undefined
            REGEXEXTRACT('abc', 'b', '', 1) => undefined
            REGEXEXTRACT('abc', 'b', '', -1) => undefined
            REGEXEXTRACT('abc', 'b', '', 0.5) => undefined
            """)
    void theFirstMatchIsExtracted(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            REGEXEXTRACTALL('A12-B34-C56', '[0-9]+') => ['12', '34', '56']
            REGEXEXTRACTALL('A12-B34-C56', '[A-Z]([0-9])', '', 1) => ['1', '3', '5']
            REGEXEXTRACTALL('abc', 'x') => []
            REGEXEXTRACTALL('abab', '(a)|b', '', 1) => ['a', 'a']
            REGEXEXTRACTALL('abc', 'b', '', 1) => undefined
            REGEXEXTRACTALL(1, 'b') => undefined
            """)
    void allMatchesAreExtracted(String call, String expected) {
        Claim.holds(call, expected);
    }

    @Test
    void expressionsThatWouldFillAllMemoryAreUndefined() {
        for (String expression : List.of(
                "(a{1000}){1000}",
                "((a{1000}){1000}){1000}",
                "(a{1000}\\Q(\\E){1000}",
                "([)]{1000}a{1000}){1000}",
                "([^]]{1000}[a]){1000}",
                "(?:[[:alpha:]]{0,900}){0,900}",
                "(".repeat(100_000) + ")".repeat(100_000),
                "x*".repeat(50_000))) {
            assertThat(match("aaa", expression)).as(expression).isNull();
        }
    }

    @Test
    void ordinaryLargeExpressionsAreFine() {
        String words = "lantern|".repeat(400) + "buoy";
        assertThat(match("a red buoy", words)).isEqualTo(JsonBoolean.TRUE);
        assertThat(match("x".repeat(500), "^x{500}$")).isEqualTo(JsonBoolean.TRUE);
        assertThat(match("12345678-1234-1234", "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}$"))
                .isEqualTo(JsonBoolean.TRUE);
    }

    @Test
    void expressionsThatMakeOthersGoBackAreSearchedInOneGo() {
        String text = "a".repeat(100_000);
        assertThat(match(text, "(a+)+$")).isEqualTo(JsonBoolean.TRUE);
        assertThat(match(text, "(a|aa)+b")).isEqualTo(JsonBoolean.FALSE);
    }

    @Test
    void aSearchThatReadsTheWholeTextForEachMatchEndsWithItsBudget() {
        JsonValue text = new JsonString("a".repeat(20_000));
        assertThatThrownBy(() -> extractAll(text, "a*b|a", new StepLimit(1_000_000)))
                .isInstanceOf(BadRequestException.class);
        assertThat(extractAll(text, "a", new StepLimit(1_000_000))).isNotNull();
    }

    @Test
    void aSearchPaysForEachPositionOfItsExpressionAtEachCharacter() {
        String text = "a".repeat(1_000);
        AtomicLong few = new AtomicLong();
        AtomicLong many = new AtomicLong();
        assertThat(extractAll(new JsonString(text), "[bc]{8}", few::addAndGet)).isNotNull();
        assertThat(extractAll(new JsonString(text), "[bc]{800}", many::addAndGet))
                .isNotNull();
        assertThat(few.get()).isBetween(4_000L, 40_000L);
        assertThat(many.get()).isGreaterThan(50 * few.get());
    }

    @Test
    void expressionsAreKeptByTheirSizeNotByTheirNumber() {
        for (int i = 0; i < 100; i++) {
            assertThat(match("a", "a{1," + (900 + i) + "}")).isEqualTo(JsonBoolean.TRUE);
        }
        assertThat(Regex.keptBytes()).isLessThanOrEqualTo(8L << 20);
    }

    private static @Nullable JsonValue extractAll(JsonValue text, String expression, Meter meter) {
        CallContext context = new CallContext(Claim.QUERY_START, InstantSource.fixed(Claim.CALL), new Random(1), meter);
        JsonValue[] arguments = {text, new JsonString(expression)};
        return Claim.function("REGEXEXTRACTALL").body().call(arguments, context);
    }

    @Test
    void manyExpressionsInTurnGiveWhatEachGivesAlone() {
        for (int i = 0; i < 1000; i++) {
            assertThat(match("item " + i, "^item " + i + "$")).isEqualTo(JsonBoolean.TRUE);
            assertThat(match("item " + i, "^item$")).isEqualTo(JsonBoolean.FALSE);
        }
    }

    private static @Nullable JsonValue match(String text, String expression) {
        return Claim.call("REGEXMATCH", new JsonString(text), new JsonString(expression));
    }
}
