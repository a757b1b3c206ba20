package org.mayflydb.query.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.query.syntax.Parser;

/** Plans of queries over a container with four partitions and the partition key {@code /pk}, by a client that can do everything. */
final class Plans {
    static final PartitionKeyDefinition KEY = PartitionKeyDefinition.hash("/pk");
    static final Set<Feature> EVERYTHING = EnumSet.allOf(Feature.class);
    static final String FILTER = "({documentdb-formattableorderbyquery-filter})";

    private static final JsonObject PLAIN = (JsonObject) JsonValue.parse("""
            {"distinctType":"None","top":null,"offset":null,"limit":null,"orderBy":[],"orderByExpressions":[],
             "groupByExpressions":[],"groupByAliases":[],"aggregates":[],"groupByAliasToAggregateType":{},
             "rewrittenQuery":"","hasSelectValue":false,"dCountInfo":null,"hasNonStreamingOrderBy":false}""");

    private Plans() {}

    static JsonObject of(String sql, Object... parameters) {
        return of(sql, KEY, parameters);
    }

    static JsonObject of(String sql, PartitionKeyDefinition definition, Object... parameters) {
        return QueryPlan.of(Parser.parse(sql), parameters(parameters), definition, EVERYTHING, false);
    }

    static Map<String, JsonValue> parameters(Object... namesAndValues) {
        Map<String, JsonValue> parameters = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            parameters.put((String) namesAndValues[i], JsonValue.of(namesAndValues[i + 1]));
        }
        return parameters;
    }

    static JsonObject info(JsonObject plan) {
        return object(plan, "queryInfo");
    }

    static JsonObject object(JsonObject object, String member) {
        return (JsonObject) Invariant.present(object.get(member), member);
    }

    static List<JsonValue> elements(JsonObject object, String member) {
        return ((JsonArray) Invariant.present(object.get(member), member)).elements();
    }

    static String text(JsonObject object, String member) {
        return ((JsonString) Invariant.present(object.get(member), member)).value();
    }

    /** Asserts what the client is told; what is not mentioned is as for a query that needs nothing of it. */
    static void assertPlan(JsonObject plan, String told, String rewritten) {
        JsonObject expected = PLAIN;
        for (Map.Entry<String, JsonValue> member :
                ((JsonObject) JsonValue.parse(told)).members().entrySet()) {
            assertThat(PLAIN.has(member.getKey())).as(member.getKey()).isTrue();
            expected = expected.with(member.getKey(), member.getValue());
        }
        expected = expected.with("rewrittenQuery", new JsonString(rewritten));
        assertThat(info(plan).toString()).isEqualTo(expected.toString());
    }
}
