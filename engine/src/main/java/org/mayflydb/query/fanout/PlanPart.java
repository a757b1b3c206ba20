package org.mayflydb.query.fanout;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.compile.CompiledQuery.Window;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SelectQuery.Projection;
import org.mayflydb.query.syntax.SqlText;

/**
 * What a client does with a query: the part of a plan that speaks about the text and the rows.
 *
 * @param member the name of this part in the plan
 * @param needs what the client must be able to do
 */
record PlanPart(String member, JsonObject json, Set<Feature> needs) {
    private static final JsonArray NONE = new JsonArray(List.of());

    /** Everything but {@code hasSelectValue} as it is for a query that needs nothing of the client. */
    private static final JsonObject NOTHING_TO_DO = JsonObject.builder()
            .put("distinctType", "None")
            .put("top", JsonNull.NULL)
            .put("offset", JsonNull.NULL)
            .put("limit", JsonNull.NULL)
            .put("orderBy", NONE)
            .put("orderByExpressions", NONE)
            .put("groupByExpressions", NONE)
            .put("groupByAliases", NONE)
            .put("aggregates", NONE)
            .put("groupByAliasToAggregateType", JsonObject.empty())
            .put("rewrittenQuery", "")
            .put("hasSelectValue", false)
            .put("dCountInfo", JsonNull.NULL)
            .put("hasNonStreamingOrderBy", false)
            .build();

    /** The client sends the user's text to every partition and joins the rows. */
    static PlanPart passThrough(SelectQuery tree) {
        boolean value = tree.projection() instanceof Projection.Value;
        return new PlanPart("queryInfo", NOTHING_TO_DO, EnumSet.noneOf(Feature.class)).with("hasSelectValue", value);
    }

    PlanPart with(String name, JsonValue value) {
        return new PlanPart(member, json.with(name, value), needs);
    }

    PlanPart with(String name, boolean value) {
        return with(name, JsonBoolean.of(value));
    }

    PlanPart with(String name, List<String> texts) {
        return with(
                name,
                new JsonArray(List.copyOf(texts.stream().map(JsonString::new).toList())));
    }

    /** The client sends this text instead of the user's. */
    PlanPart rewritten(SelectQuery query) {
        return with("rewrittenQuery", new JsonString(SqlText.of(query)));
    }

    PlanPart needing(Feature feature) {
        Set<Feature> more = EnumSet.of(feature);
        more.addAll(needs);
        return new PlanPart(member, json, more);
    }

    /** The client cuts out the rows that TOP, OFFSET and LIMIT ask for. */
    PlanPart windowed(SelectQuery tree, Window window) {
        if (tree.offsetLimit() == null && window.take() != null) {
            return with("top", count(window.take())).needing(Feature.TOP);
        }
        return limited(window);
    }

    /**
     * The same for queries where the rows that partitions send are not those that are counted. Clients take TOP as leave
     * to fetch no more rows than that from a partition, but not LIMIT.
     */
    PlanPart limited(Window window) {
        if (window.take() == null) {
            return this;
        }
        return with("offset", count(window.skip()))
                .with("limit", count(window.take()))
                .needing(Feature.OFFSET_AND_LIMIT);
    }

    /** Clients keep counts in 32 bits; nobody has more rows. */
    static JsonNumber count(long rows) {
        return JsonNumber.of(Math.min(rows, Integer.MAX_VALUE));
    }
}
