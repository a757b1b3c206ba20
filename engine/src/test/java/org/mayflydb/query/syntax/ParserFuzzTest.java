package org.mayflydb.query.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.testing.Repetitions;

/** Any text parses or is refused with a position inside of it, and the work is proportional to its length. */
class ParserFuzzTest {
    /** A token is looked at once by every method that might have taken it. */
    private static final long LOOKS_PER_CHARACTER_MAX = 50;

    private static final List<String> PIECES = List.of("""
            SELECT DISTINCT TOP VALUE * FROM JOIN IN WHERE GROUP BY ORDER RANK ASC DESC OFFSET LIMIT AND OR NOT BETWEEN \
            LIKE ESCAPE EXISTS ARRAY ALL LET AS udf true null undefined NaN c x f @p 1 2.5 .5 0x1 's' "t" ( ) [ ] { } \
            , . : ; ? ?? + - / % & | || ^ ~ = != < <= >>> << -- /* */ \\ ' \n é \uD800""".split(" ", -1));

    private static final List<String> QUERIES = List.of(
            "SELECT TOP 10 c.id, c['a b'] AS x, {n: c.n, 't': [1, -2.5e3]} y FROM c WHERE (c.n BETWEEN 1 AND 2) AND c.k",
            "SELECT VALUE COUNT(1) FROM c JOIN t IN c.tags JOIN (SELECT VALUE u FROM u IN t.us) AS u WHERE t LIKE 'a%'",
            "SELECT DISTINCT VALUE c.a ?? c.b ? (LET x = 1 IN x + 1) : udf.f(@p, 'it\\'s \\u0041') FROM ROOT c",
            "SELECT c.g, SUM(c.v) FROM c GROUP BY c.g ORDER BY c.g DESC, c.h OFFSET @o LIMIT 5;",
            "SELECT * FROM c WHERE NOT EXISTS(SELECT VALUE 1) OR c.a NOT IN (1, null, undefined) /* x */ -- y\n",
            "SELECT * FROM c ORDER BY RANK RRF(FullTextScore(c.t, 'a'), VectorDistance(c.v, [1, 2]))");

    @Test
    void anyCharactersParseOrAreRefused() {
        fuzz(1L, 60_000, random -> {
            int bound = 1 << (1 + random.nextInt(16));
            return random.ints(random.nextInt(40), 0, bound)
                    .mapToObj(character -> Character.toString((char) character))
                    .collect(Collectors.joining("", random.nextBoolean() ? "SELECT " : "", ""));
        });
    }

    @Test
    void anyTokensParseOrAreRefused() {
        fuzz(
                2L,
                60_000,
                random -> IntStream.range(0, random.nextInt(30))
                        .mapToObj(i -> PIECES.get(random.nextInt(PIECES.size())))
                        .collect(Collectors.joining(random.nextBoolean() ? " " : "", "SELECT ", "")));
    }

    @Test
    void damagedQueriesParseOrAreRefused() {
        fuzz(3L, 60_000, random -> {
            StringBuilder text = new StringBuilder(QUERIES.get(random.nextInt(QUERIES.size())));
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                damage(random, text);
            }
            return text.toString();
        });
    }

    @Test
    void truncatedQueriesParseOrAreRefused() {
        RandomTrees trees = new RandomTrees(new Random(4L));
        fuzz(4L, 20_000, random -> {
            String text = random.nextBoolean()
                    ? QUERIES.get(random.nextInt(QUERIES.size()))
                    : SqlText.of(trees.query(random.nextInt(4)));
            return text.substring(0, random.nextInt(text.length() + 1));
        });
    }

    @Test
    void everyTokenIsBehindTheOneBeforeIt() {
        long seed = 5L;
        Random random = new Random(seed);
        for (int i = 0; i < Repetitions.of(20_000); i++) {
            String text = IntStream.range(0, random.nextInt(20))
                    .mapToObj(piece -> PIECES.get(random.nextInt(PIECES.size())))
                    .collect(Collectors.joining());
            Lexer lexer = new Lexer(text);
            int end = 0;
            Token token = lexer.next();
            while (token.kind() != Token.Kind.END) {
                assertThat(token.start()).describedAs("seed %s: %s", seed, text).isBetween(end, token.end() - 1);
                end = token.end();
                token = lexer.next();
            }
            assertThat(token.end()).describedAs("seed %s: %s", seed, text).isEqualTo(text.length());
        }
    }

    private static void damage(Random random, StringBuilder text) {
        int from = random.nextInt(text.length() + 1);
        int to = Math.min(text.length(), from + random.nextInt(6));
        switch (random.nextInt(4)) {
            case 0 -> text.delete(from, to);
            case 1 -> text.insert(from, PIECES.get(random.nextInt(PIECES.size())));
            case 2 -> text.replace(from, to, PIECES.get(random.nextInt(PIECES.size())));
            default -> text.insert(random.nextInt(text.length() + 1), text.substring(from, to));
        }
    }

    private static void fuzz(long seed, int cases, Function<Random, String> makeText) {
        Random random = new Random(seed);
        for (int i = 0; i < Repetitions.of(cases); i++) {
            check(makeText.apply(random), seed);
        }
    }

    private static void check(String text, long seed) {
        TokenStream tokens = new TokenStream(text);
        boolean sound;
        try {
            SelectQuery query = Parser.parse(text, tokens);
            sound = SqlTree.of(Parser.parse(SqlText.of(query))).equals(SqlTree.of(query));
        } catch (BadRequestException refused) {
            sound = isInside(refused, text);
        }
        boolean bounded = tokens.looks() < LOOKS_PER_CHARACTER_MAX * (text.length() + 2);
        // An assertion for each of so many cases would take longer than the cases.
        if (!sound || !bounded) {
            fail("seed %s, %s looks at: %s", seed, tokens.looks(), text);
        }
    }

    private static boolean isInside(BadRequestException refused, String text) {
        String json = String.valueOf(refused.getMessage()).substring("Message: ".length());
        JsonArray errors = (JsonArray) member(JsonValue.parse(json), "errors");
        JsonValue location = member(errors.elements().get(0), "location");
        double start = ((JsonNumber) member(location, "start")).doubleValue();
        double end = ((JsonNumber) member(location, "end")).doubleValue();
        return start >= 0 && start <= end && end <= text.length();
    }

    private static JsonValue member(JsonValue object, String name) {
        return Invariant.present(((JsonObject) object).members().get(name), name);
    }
}
