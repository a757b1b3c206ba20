package org.mayflydb.query.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.query.syntax.SelectQuery.Projection;

/** What binds to what. */
class ExpressionParserTest {

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    1 + 2 * 3                  ~ (+ 1 (* 2 3))
                    1 * 2 + 3                  ~ (+ (* 1 2) 3)
                    1 - 2 - 3                  ~ (- (- 1 2) 3)
                    8 / 4 % 3 * 2              ~ (* (% (/ 8 4) 3) 2)
                    1 | 2 + 3                  ~ (+ (| 1 2) 3)
                    1 + 2 | 3                  ~ (| (+ 1 2) 3)
                    1 & 2 ^ 3                  ~ (^ (& 1 2) 3)
                    1 = 2 & 3                  ~ (= 1 (& 2 3))
                    a || b + c                 ~ (|| a (+ b c))
                    a || b = c || d            ~ (= (|| a b) (|| c d))
                    1 < 2 < 3                  ~ (< (< 1 2) 3)
                    1 << 2 = 4                 ~ (= (<< 1 2) 4)
                    4 = 1 << 2                 ~ (<< (= 4 1) 2)
                    8 >>> 1 >> 1               ~ (>> (>>> 8 1) 1)
                    1 << 2 + 3                 ~ (<< 1 (+ 2 3))
                    a <> b                     ~ (!= a b)
                    a = b AND c = d            ~ (AND (= a b) (= c d))
                    a OR b AND c OR d          ~ (OR (OR a (AND b c)) d)
                    (a OR b) AND c             ~ (AND (OR a b) c)
                    a ?? b ?? c                ~ (?? a (?? b c))
                    a OR b ?? c AND d          ~ (?? (OR a b) (AND c d))
                    1 ?? 2 = 3                 ~ (?? 1 (= 2 3))
                    a ?? b ? c : d             ~ (? (?? a b) c d)
                    a ? b : c ? d : e          ~ (? a b (? c d e))
                    a ? b ? c : d : e          ~ (? a (? b c d) e)
                    a ? b : c ?? d             ~ (? a b (?? c d))
                    """)
    void operatorsBindInTheOrderOfTheLanguage(String text, String tree) {
        assertThat(treeOf(text)).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    NOT a = 1                  ~ (= (NOT a) 1)
                    NOT a IN (1)               ~ (in (NOT a) 1)
                    NOT a AND b                ~ (AND (NOT a) b)
                    NOT (a = 1)                ~ (NOT (= a 1))
                    NOT NOT a                  ~ (NOT (NOT a))
                    -a * b                     ~ (* (- a) b)
                    a - -b                     ~ (- a (- b))
                    -c.a[0]                    ~ (- (at (. c "a") 0))
                    +-NOT 1                    ~ (+ (- (NOT 1)))
                    """)
    void prefixOperatorsBindTighterThanAllOthers(String text, String tree) {
        assertThat(treeOf(text)).isEqualTo(tree);
    }

    @Test
    void theComplementIsAPrefixOperatorToo() {
        assertThat(treeOf("~a + ~~b")).isEqualTo("(+ (~ a) (~ (~ b)))");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    a BETWEEN 1 AND 2                        ~ (between a 1 2)
                    a NOT BETWEEN 1 AND 2 ?? b               ~ (?? (not-between a 1 2) b)
                    a ?? b BETWEEN 1 AND 2 ? c : d           ~ (? (?? a (between b 1 2)) c d)
                    b AND (a BETWEEN 1 AND 2)                ~ (AND b (between a 1 2))
                    a + 1 BETWEEN 1 + 1 AND 2 || 3           ~ (between (+ a 1) (+ 1 1) (|| 2 3))
                    a IN (1, 'x', @p)                        ~ (in a 1 "x" @p)
                    a NOT IN (1) AND b                       ~ (AND (not-in a 1) b)
                    a = 1 IN (true)                          ~ (in (= a 1) true)
                    a IN (b ? 1 : 2, c AND d)                ~ (in a (? b 1 2) (AND c d))
                    a LIKE 'x%'                              ~ (like a "x%")
                    a NOT LIKE b || '%' ESCAPE '!' OR c      ~ (OR (not-like a (|| b "%") "!") c)
                    """)
    void testsAreOperandsOfAndAndOr(String text, String tree) {
        assertThat(treeOf(text)).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    c.a.b                      ~ (. (. c "a") "b")
                    c["a b"]['value']          ~ (. (. c "a b") "value")
                    c[("a")]                   ~ (. c "a")
                    c.a[0][@p][1 + 1]          ~ (at (at (at (. c "a") 0) @p) (+ 1 1))
                    f(1)[0].a                  ~ (. (at (call f 1) 0) "a")
                    {a: 1}.a                   ~ (. (object ("a" 1)) "a")
                    [1, 2][0]                  ~ (at (array 1 2) 0)
                    (a + b).c                  ~ (. (+ a b) "c")
                    """)
    void membersAndElementsFollowAnyValue(String text, String tree) {
        assertThat(treeOf(text)).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    []                                 ~ (array)
                    [1, [true], null]                  ~ (array 1 (array true) null)
                    {}                                 ~ (object)
                    {a: 1, "b c": 'x', 'd': undefined} ~ (object ("a" 1) ("b c" "x") ("d" undefined))
                    f()                                ~ (call f)
                    f(a, 1 + 1)                        ~ (call f a (+ 1 1))
                    LEFT(a, 1)                         ~ (call LEFT a 1)
                    right(a, 1)                        ~ (call right a 1)
                    udf.f(a)                           ~ (udf f a)
                    UDF.f()                            ~ (udf f)
                    (LET d = a * 2 IN d + 1)           ~ (let d (* a 2) (+ d 1))
                    """)
    void constructorsAndCallsHoldAnyExpressions(String text, String tree) {
        assertThat(treeOf(text)).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    (SELECT VALUE 1)           ~ (SCALAR (select (value 1)))
                    EXISTS(SELECT VALUE 1)     ~ (EXISTS (select (value 1)))
                    NOT EXISTS (SELECT 1)      ~ (NOT (EXISTS (select (members 1))))
                    array(SELECT VALUE 1)      ~ (ARRAY (select (value 1)))
                    ALL(SELECT VALUE 1)        ~ (ALL (select (value 1)))
                    first(SELECT VALUE 1)      ~ (FIRST (select (value 1)))
                    LAST(SELECT VALUE 1).a     ~ (. (LAST (select (value 1))) "a")
                    """)
    void subqueriesAreValues(String text, String tree) {
        assertThat(treeOf(text)).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    ALL                        ~ ALL
                    first.last                 ~ (. first "last")
                    ALL(1)                     ~ (call ALL 1)
                    ALL((SELECT 1))            ~ (call ALL (SCALAR (select (members 1))))
                    LET + 1                    ~ (+ LET 1)
                    (LET)                      ~ LET
                    (LET.a)                    ~ (. LET "a")
                    RANK(1)                    ~ (call RANK 1)
                    root.let                   ~ (. root "let")
                    NaN.a                      ~ (. NaN "a")
                    Infinity[0]                ~ (at Infinity 0)
                    NaN(1)                     ~ (call NaN 1)
                    nan                        ~ nan
                    """)
    void wordsWithASpecialFormAreNamesElsewhere(String text, String tree) {
        assertThat(treeOf(text)).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    TRUE                       ~ true
                    False                      ~ false
                    null                       ~ null
                    Undefined                  ~ undefined
                    NaN                        ~ #NaN
                    -Infinity                  ~ (- #Infinity)
                    (NaN).a                    ~ (. #NaN "a")
                    12.50                      ~ 12.50
                    1e3                        ~ 1e3
                    2.5E-1                     ~ 2.5E-1
                    .5                         ~ 0.5
                    0x1F                       ~ 31
                    0Xffffffffffffffff         ~ 18446744073709551615
                    12345678901234567890.123   ~ 12345678901234567890.123
                    1e999                      ~ #Infinity
                    5.a                        ~ (. 5 "a")
                    @value                     ~ @value
                    """)
    void constantsAreReadInAllTheirForms(String text, String tree) {
        assertThat(treeOf(text)).isEqualTo(tree);
    }

    @Test
    void spansCoverTheParenthesesOfTheirOperands() {
        String text = "SELECT VALUE (a + b) * c.d";
        Projection.Value value = (Projection.Value) Parser.parse(text).projection();
        assertThat(value.expression().span()).isEqualTo(new Span(13, 26));
        SqlExpression.Binary product = (SqlExpression.Binary) value.expression();
        assertThat(product.left().span()).isEqualTo(new Span(14, 19));
        assertThat(product.right().span()).isEqualTo(new Span(23, 26));
    }

    @Test
    void spansOfALongConditionCoverItsParts() {
        String text = "SELECT VALUE a AND (b) AND c ?? (d)";
        Projection.Value value = (Projection.Value) Parser.parse(text).projection();
        SqlExpression.Binary coalesce = (SqlExpression.Binary) value.expression();
        assertThat(coalesce.span()).isEqualTo(new Span(13, 35));
        SqlExpression.Binary outer = (SqlExpression.Binary) coalesce.left();
        assertThat(outer.span()).isEqualTo(new Span(13, 28));
        assertThat(outer.left().span()).isEqualTo(new Span(13, 22));
    }

    static String treeOf(String expression) {
        Projection.Value value =
                (Projection.Value) Parser.parse("SELECT VALUE " + expression).projection();
        return SqlTree.of(value.expression());
    }
}
