package org.mayflydb.query.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The clauses of a query. */
class QueryParserTest {

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    SELECT *                        ~ (select star)
                    SELECT 1                        ~ (select (members 1))
                    SELECT VALUE 1                  ~ (select (value 1))
                    SELECT DISTINCT VALUE 1         ~ (select distinct (value 1))
                    SELECT TOP 5 1                  ~ (select (top 5) (members 1))
                    SELECT TOP @n *                 ~ (select (top @n) star)
                    SELECT TOP 1.5 *                ~ (select (top 1.5) star)
                    SELECT DISTINCT TOP 2 VALUE 1   ~ (select distinct (top 2) (value 1))
                    SELECT a, b AS x, c y           ~ (select (members a (as b "x") (as c "y")))
                    SELECT a AS "x y", b 'z'        ~ (select (members (as a "x y") (as b "z")))
                    SELECT 1 AS rank, 2 let         ~ (select (members (as 1 "rank") (as 2 "let")))
                    """)
    void selectSaysWhatBecomesOfARow(String text, String tree) {
        assertThat(SqlTree.of(Parser.parse(text))).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    FROM c                                   ~ (from c)
                    FROM c x                                 ~ (from c "x")
                    FROM c AS x                              ~ (from c "x")
                    FROM ROOT r                              ~ (from ROOT "r")
                    FROM NaN                                 ~ (from NaN)
                    FROM c.a.b[0] x                          ~ (from (at (. (. c "a") "b") 0) "x")
                    FROM c["a b"]['value']                   ~ (from (. (. c "a b") "value"))
                    FROM x IN c.a                            ~ (each (. c "a") "x")
                    FROM c JOIN x IN c.a JOIN y IN x         ~ (from c) (each (. c "a") "x") (each x "y")
                    FROM c JOIN x IN F(c.a, 1)               ~ (from c) (each (call F (. c "a") 1) "x")
                    FROM (SELECT VALUE 1) AS t               ~ (from (SCALAR (select (value 1))) "t")
                    FROM (SELECT VALUE 1)                    ~ (from (SCALAR (select (value 1))))
                    FROM c JOIN (SELECT VALUE 1) t           ~ (from c) (from (SCALAR (select (value 1))) "t")
                    FROM c JOIN t IN (SELECT VALUE 1)        ~ (from c) (each (SCALAR (select (value 1))) "t")
                    """)
    void sourcesArePathsCallsAndSubqueries(String text, String tree) {
        assertThat(SqlTree.of(Parser.parse("SELECT * " + text))).isEqualTo("(select star " + tree + ")");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    WHERE c.a = 1                       ~ (where (= (. c "a") 1))
                    GROUP BY c.a, LOWER(c.b)            ~ (group (. c "a") (call LOWER (. c "b")))
                    ORDER BY c.a                        ~ (order (. c "a"))
                    ORDER BY c.a DESC, c.b, c.d asc     ~ (order (DESC (. c "a")) (. c "b") (ASC (. c "d")))
                    ORDER BY RANK F(c.a, 'x')           ~ (rank (call F (. c "a") "x"))
                    ORDER BY RANK F(c.a) DESC, G()      ~ (rank (DESC (call F (. c "a"))) (call G))
                    ORDER BY RANK                       ~ (order RANK)
                    ORDER BY rank DESC                  ~ (order (DESC rank))
                    ORDER BY rank.a, RANK(1)            ~ (order (. rank "a") (call RANK 1))
                    OFFSET 1 LIMIT 2                    ~ (window 1 2)
                    OFFSET @o LIMIT @l                  ~ (window @o @l)
                    WHERE true GROUP BY 1 ORDER BY 2 OFFSET 3 LIMIT 4 ~ (where true) (group 1) (order 2) (window 3 4)
                    """)
    void laterClausesComeInOneOrder(String text, String tree) {
        assertThat(SqlTree.of(Parser.parse("SELECT * FROM c " + text)))
                .isEqualTo("(select star (from c) " + tree + ")");
    }

    @Test
    void wordsOfTheLanguageMayBeInAnyCase() {
        assertThat(SqlTree.of(Parser.parse("sElEcT vAlUe c.A fRoM c wHeRe nOt c.B")))
                .isEqualTo("(select (value (. c \"A\")) (from c) (where (NOT (. c \"B\"))))");
    }

    @Test
    void commentsAndSemicolonsSayNothing() {
        String text = "/* one */SELECT--two\n*/**/FROM -- three * 'four\r\nc;\n; -- five";
        assertThat(SqlTree.of(Parser.parse(text))).isEqualTo("(select star (from c))");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM c WHERE ( (c.id = @param1 AND  c[\"pk\"] = @param0 ) OR (c.id = @param3 AND  c[\"pk\"] = @param2 ) )",
                "SELECT * FROM c WHERE c.id IN ( @param0, @param1 )",
                "SELECT * FROM c WHERE ( ( c.id = @param_id0 AND c[\"pk\"] = @param_pk00 )"
                        + " OR ( c.id = @param_id1 AND IS_DEFINED(c[\"pk\"]) = false ) )",
                "SELECT TOP @Top * FROM c WHERE STARTSWITH(c.id, @PartitionLeasePrefix) AND c.ContinuationToken <> null",
                "SELECT * FROM root r WHERE r.id = @id",
                "SELECT c._rid, [{\"item\": c.n}] AS orderByItems, c AS payload\nFROM c\nWHERE (true)\nORDER BY c.n",
                "SELECT r._rid, [{\"item\": r.key}] AS orderByItems, r AS payload FROM Root AS r"
                        + " WHERE ((r.key = \"key\") AND ((c.n >= 30 OR IS_STRING(c.n) OR NOT IS_DEFINED(c.n))))"
                        + " ORDER BY r.key DESC",
                "SELECT {\"$1\": {\"item\": SUM(c.a)}} AS payload FROM c",
                "SELECT TOP 120 c._rid, {\"payload\": c, \"componentScores\": [(_FullTextScore(c.t, [\"a\"], 1) ?? -1)]}"
                        + " AS payload\nFROM c\nORDER BY _FullTextScore(c.t) DESC",
            })
    void queriesThatClientLibrariesMakeAreAccepted(String text) {
        SelectQuery query = Parser.parse(text);
        assertThat(SqlTree.of(Parser.parse(SqlText.of(query)))).isEqualTo(SqlTree.of(query));
    }

    @Test
    void everyPartKnowsWhereItStands() {
        String text = "SELECT TOP 3 c.a x FROM c JOIN t IN c.tags WHERE t ORDER BY c.a DESC OFFSET 1 LIMIT @n ;";
        SelectQuery query = Parser.parse(text);
        assertThat(under(text, query.span())).isEqualTo(text.substring(0, text.length() - 2));
        assertThat(query.sources())
                .extracting(source -> under(text, source.span()))
                .containsExactly("c", "t IN c.tags");
        assertThat(query.sources())
                .extracting(source -> under(text, source.collection().span()))
                .containsExactly("c", "c.tags");
        assertThat(query.top())
                .isNotNull()
                .extracting(top -> under(text, top.span()))
                .isEqualTo("3");
        assertThat(query.orderBy())
                .isNotNull()
                .extracting(order -> under(text, order.span()))
                .isEqualTo("ORDER BY c.a DESC");
        assertThat(query.offsetLimit())
                .isNotNull()
                .extracting(window -> under(text, window.span()))
                .isEqualTo("OFFSET 1 LIMIT @n");
    }

    private static String under(String text, Span span) {
        return text.substring(span.start(), span.end());
    }
}
