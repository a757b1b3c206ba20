package org.mayflydb.query.compile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.function.BuiltIn;
import org.mayflydb.query.function.BuiltIns;
import org.mayflydb.query.run.Budget;
import org.mayflydb.query.run.QueryLimits;
import org.mayflydb.query.run.StepLimit;
import org.mayflydb.query.syntax.Parser;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SqlExpression;

/** Reads and checks the computed properties of a container. */
public final class ComputedPropertyReader {
    private static final int PROPERTIES_MAX = 20;

    /** They mean something else wherever they occur. */
    private static final Set<String> RESERVED = Set.of("id", "_rid", "_ts", "_etag", "_self", "_attachments");

    /** What the constants in one of them may take to evaluate: tens of milliseconds. */
    private static final long STEPS_MAX = 1 << 20;

    private ComputedPropertyReader() {}

    /** Reads the member of a container; what is no good is a bad request. */
    public static ComputedProperties read(@Nullable JsonValue json) {
        if (!(json instanceof JsonArray array)) {
            return ComputedProperties.NONE;
        }
        if (array.elements().size() > PROPERTIES_MAX) {
            throw refused("a container has at most " + PROPERTIES_MAX + " of them");
        }
        Map<String, ComputedProperties.Definition> definitions = new LinkedHashMap<>();
        for (JsonValue element : array.elements()) {
            if (!(element instanceof JsonObject object)
                    || !(object.get("name") instanceof JsonString name)
                    || !(object.get("query") instanceof JsonString query)) {
                throw refused("each has a name and a query");
            }
            if (name.value().isEmpty() || RESERVED.contains(name.value()) || definitions.containsKey(name.value())) {
                throw refused("the name '" + name.value() + "' is taken or reserved");
            }
            definitions.put(name.value(), definition(name.value(), query.value()));
        }
        checkReferences(definitions);
        return new ComputedProperties(definitions);
    }

    private static ComputedProperties.Definition definition(String name, String text) {
        SelectQuery query = Parser.parse(text);
        boolean plain = query.projection() instanceof SelectQuery.Projection.Value
                && query.sources().size() == 1
                && query.sources().get(0).collection() instanceof SqlExpression.Identifier
                && !query.sources().get(0).iterated()
                && query.where() == null
                && query.groupBy().isEmpty()
                && query.orderBy() == null
                && query.offsetLimit() == null
                && query.top() == null
                && !query.distinct();
        if (!plain) {
            throw refused("the query of '" + name + "' must be SELECT VALUE … FROM c and nothing else");
        }
        SqlExpression expression = ((SelectQuery.Projection.Value) query.projection()).expression();
        if (Trees.any(expression, ComputedPropertyReader::isForbidden)) {
            throw refused("the query of '" + name
                    + "' uses a subquery, an aggregate, a parameter, or a function that is not allowed there");
        }
        String alias = SelectCompiler.alias(query.sources().get(0));
        Scope scope = Scope.outermost();
        scope.bind(alias, new Scope.Binding.ItemPath(List.of()));
        // Steps, not time: what was accepted once must be accepted whenever the container is opened.
        Budget budget = new Budget(() -> 0, QueryLimits.DEFAULT, new StepLimit(STEPS_MAX));
        Object unused =
                new ExpressionCompiler(new Compilation(Map.of(), Schema.NONE, budget), scope).compile(expression);
        return new ComputedProperties.Definition(alias, expression);
    }

    private static boolean isForbidden(SqlExpression expression) {
        if (expression instanceof SqlExpression.Call call) {
            BuiltIn function = BuiltIns.find(call.name());
            return Trees.isAggregate(call)
                    || call.name().toUpperCase(Locale.ROOT).startsWith("ST_")
                    || (function != null && !function.deterministic());
        }
        return expression instanceof SqlExpression.Subquery
                || expression instanceof SqlExpression.UdfCall
                || expression instanceof SqlExpression.Parameter;
    }

    private static void checkReferences(Map<String, ComputedProperties.Definition> definitions) {
        definitions.forEach((name, definition) -> {
            boolean refers = Trees.any(
                    definition.expression(),
                    part -> part instanceof SqlExpression.Member member
                            && member.target() instanceof SqlExpression.Identifier
                            && !member.name().equals(name)
                            && definitions.containsKey(member.name()));
            if (refers) {
                throw refused("the query of '" + name + "' refers to another computed property");
            }
        });
    }

    private static BadRequestException refused(String reason) {
        return new BadRequestException("The computed properties of the container are invalid: " + reason + ".");
    }
}
