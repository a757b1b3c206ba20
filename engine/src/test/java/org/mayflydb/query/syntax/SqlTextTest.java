package org.mayflydb.query.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.syntax.SqlExpression.Identifier;
import org.mayflydb.query.syntax.SqlExpression.Literal;
import org.mayflydb.query.syntax.SqlExpression.Unary;
import org.mayflydb.query.syntax.SqlExpression.UnaryOperator;
import org.mayflydb.testing.Repetitions;

class SqlTextTest {

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    c.a['b'].c['value']['d e']      ~ c.a.b.c["value"]["d e"]
                    c.a[ 0 ][@p]                    ~ c.a[0][@p]
                    a + b * c - d                   ~ ((a + (b * c)) - d)
                    a AND b AND c AND d             ~ ((a AND b) AND (c AND d))
                    a <> 'x\\'y"z'                  ~ (a != "x'y\\"z")
                    NOT a                           ~ NOT a
                    NOT (a = b)                     ~ NOT (a = b)
                    - -a                            ~ - -a
                    -(a + b)                        ~ -(a + b)
                    {a: [1, {}], 'b c': []}         ~ {"a": [1, {}], "b c": []}
                    Abs(a+1)                        ~ Abs((a + 1))
                    udf.f(1,2)                      ~ udf.f(1, 2)
                    a between 1 and 2               ~ (a BETWEEN 1 AND 2)
                    a not in (1,2)                  ~ (a NOT IN (1, 2))
                    a like 'x' escape '!'           ~ (a LIKE "x" ESCAPE "!")
                    a ? b : c                       ~ (a ? b : c)
                    a ?? -1                         ~ (a ?? -1)
                    exists(select value 1 from c)   ~ EXISTS(SELECT VALUE 1 FROM c)
                    (let x=1 in x)                  ~ (LET x = 1 IN x)
                    UNDEFINED                       ~ undefined
                    (NaN)['a']                      ~ (NaN)["a"]
                    5['a']                          ~ 5["a"]
                    """)
    void expressionsAreWrittenLikeThoseOfTheService(String text, String written) {
        SelectQuery.Projection.Value value = (SelectQuery.Projection.Value)
                Parser.parse("SELECT VALUE " + text).projection();
        assertThat(SqlText.of(value.expression())).isEqualTo(written);
    }

    @Test
    void everyClauseIsALine() {
        String text = "select distinct top 5 r.a x, r.b as 'y z' from Root r join t in r.t join (select 1) as q"
                + " where r.k = 'key' group by r.a order by r.a desc, r.b offset 0 limit @n";
        assertThat(SqlText.of(Parser.parse(text))).isEqualTo("""
                        SELECT DISTINCT TOP 5 r.a AS x, r.b AS "y z"
                        FROM Root AS r
                        JOIN t IN r.t
                        JOIN (SELECT 1) AS q
                        WHERE (r.k = "key")
                        GROUP BY r.a
                        ORDER BY r.a DESC, r.b
                        OFFSET 0 LIMIT @n""");
    }

    @Test
    void rankIsWrittenOnce() {
        assertThat(SqlText.of(Parser.parse("SELECT * FROM c ORDER BY rank f(c.a), g(c.b) desc")))
                .isEqualTo("SELECT *\nFROM c\nORDER BY RANK f(c.a), g(c.b) DESC");
    }

    @Test
    void randomTreesSurviveTheirText() {
        long seed = 41L;
        Random random = new Random(seed);
        RandomTrees trees = new RandomTrees(random);
        for (int i = 0; i < Repetitions.of(20_000); i++) {
            SelectQuery query = trees.query(random.nextInt(20) == 0 ? 5 : random.nextInt(4));
            String expected = SqlTree.of(query);
            for (String text : new String[] {SqlText.of(query, false), SqlText.of(query, true)}) {
                assertThat(SqlTree.of(Parser.parse(text)))
                        .describedAs("seed %s, number %s: %s", seed, i, text)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void deepTreesSurviveTheirText() {
        long seed = 43L;
        Random random = new Random(seed);
        String[] around = {"(%s + 1)", "-(%s)", "(a AND %s AND b)", "f(%s)", "(x ?? (%s) ? y : z)", "a * (%s) || b"};
        for (int i = 0; i < 500; i++) {
            String text = "c.a";
            while (text.chars().filter(character -> character == '(').count() < 100) {
                text = around[random.nextInt(around.length)].replace("%s", text);
            }
            SelectQuery query = Parser.parse("SELECT VALUE " + text);
            String written = SqlText.of(query);
            assertThat(SqlTree.of(Parser.parse(written)))
                    .describedAs("seed %s, number %s: %s", seed, i, written)
                    .isEqualTo(SqlTree.of(query));
        }
    }

    @Test
    void literalsThatNoTextHasAreWrittenAsWhatTheyMean() {
        Literal negative = new Literal(JsonNumber.of(-5), Span.NONE);
        assertThat(SqlText.of(negative)).isEqualTo("-5");
        assertThat(SqlText.of(new Unary(UnaryOperator.NEGATE, negative, Span.NONE)))
                .isEqualTo("- -5");
        assertThat(SqlText.of(new SqlExpression.Member(negative, "a", Span.NONE)))
                .isEqualTo("(-5)[\"a\"]");
        assertThat(SqlText.of(new Literal(JsonNumber.computed(Double.NEGATIVE_INFINITY), Span.NONE)))
                .isEqualTo("-Infinity");
        assertThat(SqlText.of(new Literal(JsonValue.parse("{\"a\":[1,null]}"), Span.NONE)))
                .isEqualTo("{\"a\":[1,null]}");
    }

    @Test
    void aNameThatCannotBeWrittenIsABug() {
        assertThatThrownBy(() -> SqlText.of(new Identifier("order", Span.NONE)))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> SqlText.of(new Identifier("a b", Span.NONE)))
                .isInstanceOf(IllegalStateException.class);
    }
}
