package org.mayflydb.query.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.base.BadRequestException;

/** What hostile text cannot do. */
class ParserLimitsTest {

    /** A beginning, a middle and an end; the beginning and the end are repeated, each pair nests once. */
    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    (                       ~ 1 ~ )
                    [                       ~ 1 ~ ]
                    {a:                     ~ 1 ~ }
                    f(                      ~ 1 ~ )
                    udf.f(                  ~ 1 ~ )
                    c[                      ~ 1 ~ ]
                    -<space>                ~ 1 ~ ``
                    NOT<space>              ~ 1 ~ ``
                    a IN (                  ~ 1 ~ )
                    a ?                     ~ 1 ~ : b
                    (SELECT VALUE<space>    ~ 1 ~ )
                    EXISTS(SELECT VALUE<space> ~ 1 ~ )
                    (SELECT VALUE 1 FROM<space> ~ c ~ )
                    (LET a = 1 IN<space>    ~ 1 ~ )
                    (LET a =                ~ 1 ~ <space>IN a)
                    a OR b AND c = d || e + f * -( ~ 1 ~ )
                    """)
    void nestingIsRefusedBeyondItsLimit(String open, String middle, String end) {
        String opening = open.replace("<space>", " ");
        String close = end.replace("<space>", " ");
        // The middle of a nested source is a name, around which no query is.
        String start = opening.contains("FROM") ? "SELECT VALUE 1 FROM " : "SELECT VALUE ";
        int deepest = opening.contains("-(") ? Nesting.DEPTH_MAX / 2 : Nesting.DEPTH_MAX;
        String accepted = start + opening.repeat(deepest) + middle + close.repeat(deepest);
        SelectQuery query = Parser.parse(accepted);
        assertThat(SqlTree.of(Parser.parse(SqlText.of(query)))).isEqualTo(SqlTree.of(query));

        for (int depth : new int[] {deepest + 1, 10_000}) {
            String refused = start + opening.repeat(depth) + middle + close.repeat(depth);
            assertThatThrownBy(() -> Parser.parse(refused))
                    .isInstanceOf(BadRequestException.class)
                    .hasMessageContaining("nested too deeply");
        }
    }

    @ParameterizedTest
    @CsvSource({"+", "-", "*", "||", "=", "<<", "??", "? 1 :"})
    void longChainsOfOperatorsAreRefused(String operator) {
        Parser.parse("SELECT VALUE " + chain(operator, 500));
        assertThatThrownBy(() -> Parser.parse("SELECT VALUE " + chain(operator, 50_000)))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("too long a chain");
    }

    @Test
    void longPathsAreRefused() {
        Parser.parse("SELECT VALUE c" + ".a".repeat(500));
        assertThatThrownBy(() -> Parser.parse("SELECT VALUE c" + ".a".repeat(50_000)))
                .isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> Parser.parse("SELECT VALUE 1 FROM c" + "[0]".repeat(50_000)))
                .isInstanceOf(BadRequestException.class);
    }

    @Test
    void chainsInsideOfParenthesesCountTogether() {
        String text = "1";
        for (int i = 0; i < 100; i++) {
            text = "(" + text + " + 1".repeat(100) + ")";
        }
        String nested = text;
        assertThatThrownBy(() -> Parser.parse("SELECT VALUE " + nested))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("too long a chain");
    }

    @ParameterizedTest
    @CsvSource({"AND", "OR"})
    void aConditionOfManyTermsIsAShallowTree(String operator) {
        SelectQuery query = Parser.parse("SELECT VALUE " + chain(operator, 50_000));
        assertThat(TreeDepth.of(query)).isEqualTo(17);
        assertThat(SqlTree.of(Parser.parse(SqlText.of(query)))).isEqualTo(SqlTree.of(query));
    }

    @Test
    void aReadOfAThousandItemsIsAShallowTree() {
        String text = IntStream.range(0, 1000)
                .mapToObj(i -> "(c.id = @p" + 2 * i + " AND c[\"pk\"] = @p" + (2 * i + 1) + ")")
                .collect(Collectors.joining(" OR ", "SELECT * FROM c WHERE (", ")"));
        assertThat(TreeDepth.of(Parser.parse(text))).isEqualTo(14);
    }

    @Test
    void longListsAreNoNesting() {
        String list = chain(",", 50_000);
        assertThat(TreeDepth.of(Parser.parse("SELECT [" + list + "] FROM c WHERE c IN (" + list + ")")))
                .isEqualTo(2);
    }

    @Test
    void textIsMeasuredInBytes() {
        String start = "SELECT VALUE '";
        int room = Parser.TEXT_BYTES_MAX - start.length() - 1;
        Parser.parse(start + "x".repeat(room) + "'");
        Parser.parse(start + "ö".repeat(room / 2) + "'");
        assertThatThrownBy(() -> Parser.parse(start + "x".repeat(room + 1) + "'"))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("too long");
        assertThatThrownBy(() -> Parser.parse(start + "ö".repeat(room / 2 + 1) + "'"))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("too long");
    }

    private static String chain(String operator, int operands) {
        return ("1 " + operator + " ").repeat(operands - 1) + "1";
    }

    @Test
    void aTreeWeighsWhatItsExpressionsTakeHoweverShortTheirText() {
        String numbers = "SELECT VALUE [" + "1,".repeat(9_999) + "1]";
        String string = "SELECT VALUE '" + "1".repeat(20_000) + "'";
        assertThat(Parser.retainedBytes(numbers, Parser.parse(numbers))).isGreaterThan(10_000 * 64);
        assertThat(Parser.retainedBytes(string, Parser.parse(string))).isBetween(40_000, 100_000);
    }
}
