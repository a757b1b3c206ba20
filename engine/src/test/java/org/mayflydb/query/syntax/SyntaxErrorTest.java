package org.mayflydb.query.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.base.BadRequestException;

/** Where errors point, and at what. */
class SyntaxErrorTest {

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    SELECT c.a, FROM c                           ~ 12 ~ FROM
                    SELECT c.a FROM c OFFSET 1 LIMIT -10         ~ 33 ~ -
                    SELECT c.a FROM c OFFSET -1 LIMIT 10         ~ 25 ~ -
                    SELECT TOP -1 * FROM c                       ~ 11 ~ -
                    SELECT TOP * FROM c                          ~ 11 ~ *
                    SELECT c.value FROM c                        ~ 9  ~ value
                    SELECT c.Order FROM c                        ~ 9  ~ Order
                    SELECT VALUE c.a, c.b FROM c                 ~ 16 ~ ,
                    SELECT *, c.b FROM c                         ~ 8  ~ ,
                    SELECT VALUE [1,] FROM c                     ~ 16 ~ ]
                    SELECT VALUE {a:1,} FROM c                   ~ 18 ~ }
                    SELECT VALUE {value:1} FROM c                ~ 14 ~ value
                    SELECT VALUE {1:1} FROM c                    ~ 14 ~ 1
                    SELECT F(1,) FROM c                          ~ 11 ~ )
                    SELECT c.12 FROM c                           ~ 8  ~ .12
                    SELECT c.1a FROM c                           ~ 8  ~ .1a
                    SELECT CASE WHEN c.a = 1 THEN 2 END FROM c   ~ 7  ~ CASE
                    SELECT DISTINCT FROM c                       ~ 16 ~ FROM
                    SELECT c.a AS value FROM c                   ~ 14 ~ value
                    SELECT c.a left FROM c                       ~ 11 ~ left
                    SELECT LEFT FROM c                           ~ 7  ~ LEFT
                    SELECT udf.value() FROM c                    ~ 11 ~ value
                    SELECT udf FROM c                            ~ 11 ~ FROM
                    SELECT udf.f FROM c                          ~ 13 ~ FROM
                    SELECT * FROM c d e                          ~ 18 ~ e
                    SELECT * FROM c.a[@p]                        ~ 18 ~ @p
                    SELECT * FROM 'c'                            ~ 14 ~ 'c'
                    SELECT * FROM (c)                            ~ 15 ~ c
                    SELECT * FROM c, d                           ~ 15 ~ ,
                    SELECT * FROM c LEFT JOIN d                  ~ 16 ~ LEFT
                    SELECT * FROM c WHERE c.a == 1               ~ 27 ~ =
                    SELECT * FROM c WHERE c.a IS NULL            ~ 26 ~ IS
                    SELECT * FROM c WHERE c.a IN ()              ~ 30 ~ )
                    SELECT * FROM c WHERE c.a IN (SELECT 1)      ~ 30 ~ SELECT
                    SELECT * FROM c WHERE c.a IN 1               ~ 29 ~ 1
                    SELECT * FROM c WHERE c.a IN (1) = true      ~ 33 ~ =
                    SELECT * FROM c WHERE c.a NOT 1              ~ 30 ~ 1
                    SELECT * FROM c WHERE c.a BETWEEN 1 OR 2     ~ 36 ~ OR
                    SELECT * FROM c WHERE c.a LIKE 'x' ESCAPE 1  ~ 42 ~ 1
                    SELECT * FROM c WHERE (c.a = 1 ORDER BY 1    ~ 31 ~ ORDER
                    SELECT * FROM c WHERE c.a ? 1 FROM c         ~ 30 ~ FROM
                    SELECT * FROM c WHERE c.a = 1)               ~ 29 ~ )
                    SELECT * FROM c WHERE c.a ! 1                ~ 26 ~ !
                    SELECT * FROM c WHERE c.a = @                ~ 28 ~ @
                    SELECT * FROM c WHERE c.a = 007              ~ 28 ~ 007
                    SELECT * FROM c WHERE c.a = 12e              ~ 28 ~ 12e
                    SELECT * FROM c WHERE c.a = 0xg              ~ 28 ~ 0xg
                    SELECT * FROM c WHERE c.a = 'x               ~ 28 ~ 'x
                    SELECT * FROM c WHERE c.a = '\\d'            ~ 28 ~ '\\d'
                    SELECT * FROM c WHERE c.a = '\\u12'          ~ 28 ~ '\\u12'
                    SELECT * FROM c WHERE c.a = '\\ud800'        ~ 28 ~ '\\ud800'
                    SELECT * FROM c WHERE c.größe = 1            ~ 26 ~ ö
                    SELECT * FROM c /* x                         ~ 16 ~ /* x
                    SELECT * FROM c WHERE (LET a 1 IN 2)         ~ 29 ~ 1
                    SELECT * FROM c GROUP c.a                    ~ 22 ~ c
                    SELECT * FROM c ORDER BY c.a OFFSET 1 ROWS   ~ 38 ~ ROWS
                    SELECT * FROM c LIMIT 1                      ~ 16 ~ LIMIT
                    SELECT * FROM c ORDER BY RANK c.a            ~ 31 ~ .
                    SELECT * FROM c ORDER BY RANK f(c.a), 1      ~ 38 ~ 1
                    SELECT * FROM c ORDER BY c.a WHERE true      ~ 29 ~ WHERE
                    SELECT * FROM c; SELECT 1                    ~ 17 ~ SELECT
                    SELECT EXISTS(1)                             ~ 14 ~ 1
                    SELECT ARRAY [1]                             ~ 13 ~ [
                    INSERT INTO c                                ~ 0  ~ INSERT
                    selectttt *                                  ~ 0  ~ selectttt
                    """)
    void theFirstTokenThatDoesNotFitIsNamed(String text, int start, String near) {
        assertError(text, new Span(start, start + near.length()), near);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    SELECT                        ~ SELECT
                    SELECT * FROM                 ~ FROM
                    SELECT c.a FROM c OFFSET 10   ~ 10
                    SELECT * FROM c WHERE         ~ WHERE
                    SELECT VALUE (1 + 2           ~ 2
                    SELECT VALUE 'a' ||           ~ ||
                    SELECT VALUE c.               ~ .
                    """)
    void atTheEndOfTheTextTheLastTokenIsNamed(String text, String near) {
        assertError(text, new Span(text.length(), text.length()), near);
    }

    @Test
    void textWithoutAnyTokenIsAnErrorAtItsEnd() {
        assertError("", new Span(0, 0), "");
        assertError("  -- nothing", new Span(12, 12), "");
    }

    @Test
    void aLongTokenIsNamedByItsBeginning() {
        String text = "SELECT * FROM '" + "x".repeat(5000) + "'";
        assertError(text, new Span(14, text.length()), "'" + "x".repeat(99));
    }

    @Test
    void positionsCountCharactersOfUtf16() {
        assertError("SELECT '\uD83D\uDE00' FRM c", new Span(16, 17), "c");
        assertError("SELECT \uD83D\uDE00", new Span(7, 9), "\uD83D\uDE00");
    }

    @Test
    void halfASurrogatePairIsNamedByAQuestionMark() {
        assertError("SELECT \uD83D", new Span(7, 8), "?");
        assertError("SELECT '\uDE00'", new Span(7, 10), "'?'");
    }

    @Test
    void theMessageHasTheShapeOfTheService() {
        assertThatThrownBy(() -> Parser.parse("SELECT c.a FROM c WHERE c.a -"))
                .isInstanceOf(BadRequestException.class)
                .hasMessage("Message: {\"errors\":[{\"severity\":\"Error\",\"location\":{\"start\":29,\"end\":29},"
                        + "\"code\":\"SC1001\",\"message\":\"Syntax error, incorrect syntax near '-'.\"}]}");
    }

    private static void assertError(String text, Span span, String near) {
        BadRequestException error = catchThrowableOfType(BadRequestException.class, () -> Parser.parse(text));
        assertThat(error).describedAs(text).isNotNull();
        assertThat(error.getMessage())
                .describedAs(text)
                .isEqualTo(SqlErrors.syntax(span, near).getMessage());
    }
}
