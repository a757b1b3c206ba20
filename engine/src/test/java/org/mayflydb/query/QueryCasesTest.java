package org.mayflydb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.embedded.Query;
import org.mayflydb.embedded.RowPage;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.testing.TestStores;

/** Every worked example through the embedded API, on one and on four partitions, as a whole and page by page. */
class QueryCasesTest {
    private static final int UNITS_FOR_FOUR_PARTITIONS = 24_000;

    private final QueryCases answers = QueryCases.read("answers.json");
    private final QueryCases refusals = QueryCases.read("refusals.json");

    @TestFactory
    Stream<DynamicTest> everyAnswerIsRightOnOnePartition() {
        return answers.cases().stream().map(example -> check(example, 400, 1000));
    }

    @TestFactory
    Stream<DynamicTest> everyAnswerIsRightOnFourPartitions() {
        return answers.cases().stream().map(example -> check(example, UNITS_FOR_FOUR_PARTITIONS, 1000));
    }

    @TestFactory
    Stream<DynamicTest> everyAnswerIsRightRowByRow() {
        return answers.cases().stream().map(example -> check(example, UNITS_FOR_FOUR_PARTITIONS, 1));
    }

    @TestFactory
    Stream<DynamicTest> everyWrongQueryIsRefusedAsTheServiceDoes() {
        return refusals.cases().stream()
                .map(example -> DynamicTest.dynamicTest(QueryCases.text(example, "name"), () -> {
                    try (Mayfly mayfly = Mayfly.builder().open(TestStores.open())) {
                        Container container = load(mayfly, refusals, example, 400);
                        String query = QueryCases.text(example, "query");
                        BadRequestException refused = catchThrowableOfType(
                                BadRequestException.class,
                                () -> container.query(query).rows());
                        assertThat(refused).as(query).isNotNull();
                        assertThat(unescaped(String.valueOf(refused.getMessage())))
                                .contains(QueryCases.text(example, "message"));
                        assertThat(refused.getMessage())
                                .contains(
                                        QueryCases.text(example, "shape").equals("compile")
                                                ? "\"errors\""
                                                : "\"Errors\"");
                        if (example.get("code") instanceof JsonString code) {
                            assertThat(refused.getMessage()).contains(code.value());
                        }
                    }
                }));
    }

    private static String unescaped(String message) {
        return message.replace("\\\"", "\"");
    }

    private DynamicTest check(JsonObject example, int unitsPerSecond, int pageRows) {
        return DynamicTest.dynamicTest(QueryCases.text(example, "name"), () -> {
            try (Mayfly mayfly = Mayfly.builder().open(TestStores.open())) {
                Container container = load(mayfly, answers, example, unitsPerSecond);
                Query query = container.query(QueryCases.text(example, "query"));
                QueryCases.parameters(example).forEach(query::with);
                List<JsonValue> rows = new ArrayList<>();
                String continuation = null;
                do {
                    RowPage page = query.page(pageRows, continuation);
                    page.rows().forEach(row -> rows.add(JsonValue.parse(row.json())));
                    continuation = page.continuation();
                } while (continuation != null);
                assertThat(QueryCases.isAnswer(example, rows))
                        .as("%s gives %s instead of %s", example.get("query"), rows, example.get("rows"))
                        .isTrue();
            }
        });
    }

    private static Container load(Mayfly mayfly, QueryCases cases, JsonObject example, int unitsPerSecond) {
        ContainerSpec spec = ContainerSpec.named("c").partitionKey("/id").throughput(unitsPerSecond);
        if (example.get("indexingPolicy") instanceof JsonObject policy) {
            spec = spec.property("indexingPolicy", policy.toString());
        }
        Container container = mayfly.createDatabase("d").createContainer(spec);
        cases.items(example).forEach(item -> container.create(item.toString()));
        return container;
    }
}
