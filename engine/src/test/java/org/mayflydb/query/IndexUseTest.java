package org.mayflydb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.index.IndexRules;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.compile.QueryCompiler;
import org.mayflydb.query.compile.Schema;
import org.mayflydb.query.run.Budget;
import org.mayflydb.query.run.QueryLimits;
import org.mayflydb.query.syntax.Parser;

/** Which indexes clients are told that a query uses. */
class IndexUseTest {
    private static final String EVERYTHING = "{\"includedPaths\":[{\"path\":\"/*\"}]}";

    private static IndexUse use(String sql, String policy) {
        Budget budget = new Budget(System::nanoTime, QueryLimits.DEFAULT);
        return IndexUse.of(
                QueryCompiler.compile(Parser.parse(sql), Map.of(), Schema.NONE, budget),
                IndexRules.of(IndexingPolicy.fromJson((JsonObject) JsonValue.parse(policy))),
                List.of());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT * FROM c | ''",
                "SELECT c.id, c.text FROM c WHERE c.name = 'a' AND c.id = '1' | /name/? /id/?",
                "SELECT * FROM c WHERE c.a > 1 OR NOT IS_DEFINED(c.b.d) | /a/? /b/d/?",
                "SELECT VALUE SUM(c.n) FROM c | /n/?",
                "SELECT VALUE STARTSWITH(c['a b'], 's') FROM c | '/\"a b\"/?'",
                "SELECT VALUE COUNT(1) FROM c GROUP BY c.g | ''",
                "SELECT * FROM c WHERE c.a = 1 ORDER BY c.b | /a/? /b/?",
                "SELECT t FROM c JOIN t IN c.tags WHERE t.x = 1 | /tags/[]/x/?",
                "SELECT * FROM c WHERE EXISTS(SELECT VALUE 1 FROM t IN c.tags WHERE t = 'x') | /tags/[]/?",
                "SELECT VALUE MAX(s.m) FROM (SELECT c.m FROM c WHERE c.a = 1) AS s | /a/?"
            },
            quoteCharacter = '`')
    void pathsThatTheQueryLooksUpAreUsed(String sql, String paths) {
        assertThat(String.join(" ", use(sql, EVERYTHING).used())).isEqualTo(paths.replace("'", ""));
    }

    @Test
    void pathsThatAreNotIndexedWouldHelp() {
        IndexUse use = use(
                "SELECT * FROM c WHERE c.a = 1 AND c.b = 2",
                "{\"includedPaths\":[{\"path\":\"/a/?\"}],\"excludedPaths\":[{\"path\":\"/*\"}]}");
        assertThat(use.used()).containsExactly("/a/?");
        assertThat(use.potential()).containsExactly("/b/?");
    }

    @Test
    void orderByOfSeveralKeysUsesACompositeIndex() {
        IndexUse use = use("SELECT * FROM c ORDER BY c.a, c.b.d DESC", EVERYTHING);
        assertThat(use.usedComposites()).containsExactly(List.of("/a ASC", "/b/d DESC"));
    }

    @Test
    void equalitiesWithARangeWouldBeServedByACompositeIndex() {
        String sql = "SELECT * FROM c WHERE c.a = 1 AND c.b = 2 AND c.n > 3 AND (c.m BETWEEN 1 AND 2)";
        assertThat(use(sql, EVERYTHING).potentialComposites())
                .containsExactly(List.of("/a ASC", "/b ASC", "/n ASC"), List.of("/a ASC", "/b ASC", "/m ASC"));
        assertThat(use("SELECT * FROM c WHERE c.a > 1 AND c.n > 3", EVERYTHING).potentialComposites())
                .isEmpty();
        String composite = "{\"compositeIndexes\":[[{\"path\":\"/a\"},{\"path\":\"/n\"}]]}";
        assertThat(use("SELECT * FROM c WHERE c.a = 1 AND c.n > 3", composite).potentialComposites())
                .isEmpty();
    }
}
