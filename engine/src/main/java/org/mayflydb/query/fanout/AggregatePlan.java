package org.mayflydb.query.fanout;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.compile.CompiledQuery;
import org.mayflydb.query.compile.Trees;
import org.mayflydb.query.run.Aggregate;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SelectQuery.Projection;
import org.mayflydb.query.syntax.SqlErrors;
import org.mayflydb.query.syntax.SqlExpression;
import org.mayflydb.query.syntax.SqlExpression.Field;
import org.mayflydb.query.syntax.SqlText;

/** Aggregates and GROUP BY: every partition sends what its own items come to, and the client adds it up. */
final class AggregatePlan {
    private final CompiledQuery query;
    private final SelectQuery tree;
    private PlanPart plan;

    private AggregatePlan(CompiledQuery query) {
        this.query = query;
        this.tree = query.tree();
        this.plan = PlanPart.passThrough(tree);
    }

    static boolean hasAggregates(SelectQuery tree) {
        return Trees.hasAggregate(Rewrite.payload(tree));
    }

    static PlanPart of(CompiledQuery query) {
        return new AggregatePlan(query).make();
    }

    /** Clients combine the results of aggregate functions, but compute nothing from them. */
    static void checkCompositions(SelectQuery tree) {
        if (tree.projection() instanceof Projection.Members members) {
            members.items().forEach(item -> checkComposition(item.expression()));
        } else {
            checkComposition(Rewrite.payload(tree));
        }
    }

    private PlanPart make() {
        checkCompositions(tree);
        boolean grouped = !tree.groupBy().isEmpty();
        if (grouped && tree.distinct()) {
            throw Distribution.refusal(
                    tree.groupBy().get(0),
                    "DISTINCT together with GROUP BY and aggregate functions is not supported over several"
                            + " partitions.");
        }
        Rewrite rewrite = Rewrite.of(tree).withDuplicates().withoutWindow();
        SqlExpression payload = payload();
        if (grouped) {
            plan = plan.with(
                            "groupByExpressions",
                            tree.groupBy().stream().map(SqlText::of).toList())
                    .limited(query.window())
                    .needing(Feature.GROUP_BY);
            if (SortedPlan.canBeUndefined(tree) && !hasAggregates(tree)) {
                // It depends on the group alone; where it is undefined, the group has no row.
                rewrite = rewrite.alsoWhere(Expressions.call("IS_DEFINED", payload));
            }
            return plan.rewritten(rewrite.selecting(new Projection.Members(List.of(
                            Rewrite.as(Expressions.items(tree.groupBy()), "groupByItems"),
                            Rewrite.as(payload, "payload"))))
                    .tree());
        }
        plan = plan.windowed(tree, query.window());
        Projection projection = tree.projection() instanceof Projection.Value
                ? new Projection.Value(payload)
                : new Projection.Members(List.of(Rewrite.as(payload, "payload")));
        return plan.rewritten(rewrite.selecting(projection).tree());
    }

    /** What the partitions are asked for instead of the result. */
    private SqlExpression payload() {
        if (tree.projection() instanceof Projection.Members members) {
            return members(Trees.fields(members));
        }
        SqlExpression value = Rewrite.payload(tree);
        if (!Trees.isAggregate(value)) {
            return value;
        }
        plan = plan.with("aggregates", List.of(operator(value))).needing(Feature.AGGREGATE);
        noteCollection(value);
        return Expressions.array(List.of(partial((SqlExpression.Call) value)));
    }

    private SqlExpression members(List<Field> fields) {
        JsonObject.Builder operators = JsonObject.builder();
        List<Field> partials = new ArrayList<>();
        List<String> names = new ArrayList<>();
        int aggregates = 0;
        for (Field field : fields) {
            JsonValue operator = JsonNull.NULL;
            SqlExpression value = field.value();
            if (Trees.isAggregate(value)) {
                aggregates++;
                operator = new JsonString(operator(value));
                noteCollection(value);
                value = partial((SqlExpression.Call) value);
            }
            operators.put(field.name(), operator);
            partials.add(new Field(field.name(), value));
            if (!names.contains(field.name())) {
                names.add(field.name());
            }
        }
        plan = plan.with("groupByAliases", names).with("groupByAliasToAggregateType", operators.build());
        if (aggregates > 0 && tree.groupBy().isEmpty()) {
            plan = plan.needing(Feature.NON_VALUE_AGGREGATE);
        }
        if (aggregates > 1) {
            plan = plan.needing(Feature.MULTIPLE_AGGREGATES);
        }
        return Expressions.object(partials);
    }

    private static void checkComposition(SqlExpression expression) {
        if (!Trees.isAggregate(expression) && Trees.hasAggregate(expression)) {
            throw SqlErrors.run("Compositions of aggregates and other expressions are not allowed.");
        }
    }

    private void noteCollection(SqlExpression aggregate) {
        if (!function(aggregate).hasSmallState()) {
            plan = plan.needing(Feature.LIST_AND_SET_AGGREGATE);
        }
    }

    /** What the client does with the partial results. */
    private static String operator(SqlExpression aggregate) {
        return switch (function(aggregate)) {
            // Counts are added up, whatever they count.
            case COUNT, COUNTIF -> "Count";
            case SUM -> "Sum";
            case AVG -> "Average";
            case MIN -> "Min";
            case MAX -> "Max";
            case MAKELIST -> "MakeList";
            case MAKESET -> "MakeSet";
        };
    }

    private static Aggregate function(SqlExpression aggregate) {
        Aggregate function = Aggregate.find(((SqlExpression.Call) aggregate).name());
        return Invariant.present(function, "it is an aggregate");
    }

    /** The form of a partial result. An extreme comes with a count, which says whether there was anything at all. */
    private static SqlExpression partial(SqlExpression.Call call) {
        SqlExpression of = call.arguments().get(0);
        SqlExpression count = Expressions.call("COUNT", of);
        Aggregate function = function(call);
        return switch (function) {
            case AVG ->
                Expressions.item(
                        Expressions.object(new Field("sum", Expressions.call("SUM", of)), new Field("count", count)));
            case MIN, MAX ->
                Expressions.object(
                        new Field("item", call),
                        new Field(
                                "item2",
                                Expressions.object(
                                        new Field(function == Aggregate.MIN ? "min" : "max", call),
                                        new Field("count", count))));
            case COUNT, COUNTIF, SUM, MAKELIST, MAKESET -> Expressions.item(call);
        };
    }
}
