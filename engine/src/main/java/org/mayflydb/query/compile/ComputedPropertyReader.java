package org.mayflydb.query.compile;

import java.util.ArrayList;
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
import org.mayflydb.query.syntax.SqlErrors;
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
                throw new BadRequestException("One of the specified inputs is invalid");
            }
            checkName(name.value(), definitions.keySet());
            if (query.value().isEmpty()) {
                throw missing("query");
            }
            definitions.put(name.value(), definition(name.value(), query.value(), definitions.size()));
        }
        checkReferences(definitions);
        return new ComputedProperties(definitions);
    }

    /** Checks the body of a create or replace. Stored containers are not checked for indexes: earlier releases allowed them. */
    public static void check(JsonObject container) {
        List<String> names =
                new ArrayList<>(read(container.get("computedProperties")).names());
        if (!(container.get("indexingPolicy") instanceof JsonObject policy)
                || !(policy.get("spatialIndexes") instanceof JsonArray indexes)) {
            return;
        }
        for (JsonValue index : indexes.elements()) {
            if (index instanceof JsonObject object && object.get("path") instanceof JsonString path) {
                checkNotIndexed(names, path.value());
            }
        }
    }

    private static void checkNotIndexed(List<String> names, String path) {
        for (String name : names) {
            if (path.startsWith("/" + name + "/") || path.startsWith("/\"" + name + "\"/")) {
                throw new BadRequestException("Computed property '" + name + "' at index (" + names.indexOf(name)
                        + ") has a spatial index. Remove the spatial index on this path.");
            }
        }
    }

    private static void checkName(String name, Set<String> taken) {
        if (name.isEmpty()) {
            throw missing("name");
        }
        if (RESERVED.contains(name)) {
            throw new BadRequestException(
                    "The system property name '" + name + "' cannot be used as a computed property name.");
        }
        if (taken.contains(name)) {
            throw new BadRequestException(
                    "Computed property name '" + name + "' cannot be used in multiple definitions.");
        }
    }

    /** @param index where the property is in the list, for messages */
    private static ComputedProperties.Definition definition(String name, String text, int index) {
        SelectQuery query;
        try {
            query = Parser.parse(text);
            checkExpressions(query);
        } catch (BadRequestException malformed) {
            throw new BadRequestException("Computed property at index (" + index + ") has a malformed query: '" + text
                    + "' Error details: '" + SqlErrors.withoutLocations(malformed) + "'");
        }
        if (!(query.projection() instanceof SelectQuery.Projection.Value value)) {
            throw new BadRequestException("Required VALUE expression missing from computed property query '" + text
                    + "' at index (" + index + ").");
        }
        SqlExpression expression = value.expression();
        boolean plain = query.sources().size() == 1
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
        if (Trees.any(expression, ComputedPropertyReader::isForbidden)) {
            throw refused("the query of '" + name
                    + "' uses a subquery, an aggregate, a parameter, or a function that is not allowed there");
        }
        return new ComputedProperties.Definition(
                SelectCompiler.alias(query.sources().get(0)), expression);
    }

    /** Resolves the names in what is selected and evaluates its constants. */
    private static void checkExpressions(SelectQuery query) {
        if (query.sources().size() != 1) {
            return;
        }
        Scope scope = Scope.outermost();
        scope.bind(SelectCompiler.alias(query.sources().get(0)), new Scope.Binding.ItemPath(List.of()));
        for (SqlExpression expression : selected(query.projection())) {
            if (!Trees.any(expression, ComputedPropertyReader::isForbidden)) {
                // Steps, not time: what was accepted once must be accepted whenever the container is opened.
                Budget budget = new Budget(() -> 0, QueryLimits.DEFAULT, new StepLimit(STEPS_MAX));
                Object unused = new ExpressionCompiler(new Compilation(Map.of(), Schema.NONE, budget), scope)
                        .compile(expression);
            }
        }
    }

    private static List<SqlExpression> selected(SelectQuery.Projection projection) {
        if (projection instanceof SelectQuery.Projection.Value value) {
            return List.of(value.expression());
        }
        return projection instanceof SelectQuery.Projection.Members members
                ? members.items().stream()
                        .map(SelectQuery.Projection.Item::expression)
                        .toList()
                : List.of();
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

    private static BadRequestException missing(String member) {
        return new BadRequestException("Computed property '" + member + "' is either empty or unspecified.");
    }

    private static BadRequestException refused(String reason) {
        return new BadRequestException("The computed properties of the container are invalid: " + reason + ".");
    }
}
