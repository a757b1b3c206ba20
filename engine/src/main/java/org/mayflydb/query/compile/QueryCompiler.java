package org.mayflydb.query.compile;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.TermPath;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.compile.CompiledQuery.Inner;
import org.mayflydb.query.compile.CompiledQuery.Scores;
import org.mayflydb.query.compile.CompiledQuery.SortKey;
import org.mayflydb.query.run.Budget;
import org.mayflydb.query.run.Evaluator;
import org.mayflydb.query.run.Rows;
import org.mayflydb.query.run.Selection;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SqlErrors;
import org.mayflydb.query.syntax.SqlExpression;

/** Compiles a query as a whole. */
public final class QueryCompiler {
    private final Compilation compilation;
    private final SelectCompiler selects;
    private final Scope scope = Scope.outermost();
    private final SelectQuery query;
    private final boolean outermost;
    private Aliases aliases;
    private @Nullable Inner inner;

    private QueryCompiler(SelectQuery query, boolean outermost, Compilation compilation, Aliases aliases) {
        this.query = query;
        this.outermost = outermost;
        this.compilation = compilation;
        this.selects = new SelectCompiler(compilation);
        this.aliases = aliases;
    }

    /**
     * Compiles a query with the values of its parameters.
     *
     * @param parameters by name, with the sign
     * @param schema of the container
     * @param budget what the work is charged to
     */
    public static CompiledQuery compile(
            SelectQuery query, Map<String, JsonValue> parameters, Schema schema, Budget budget) {
        return compile(ItemSubquery.inlined(query), true, parameters, schema, budget);
    }

    private static CompiledQuery compile(
            SelectQuery query, boolean outermost, Map<String, JsonValue> parameters, Schema schema, Budget budget) {
        Compilation compilation = new Compilation(parameters, schema, budget);
        return new QueryCompiler(query, outermost, compilation, Aliases.none(schema.computedProperties()))
                .compile(parameters, schema);
    }

    private CompiledQuery compile(Map<String, JsonValue> parameters, Schema schema) {
        Rows rows = Rows.SINGLE;
        boolean first = true;
        for (SelectQuery.Source source : query.sources()) {
            if (first) {
                rows = first(source, parameters, schema);
                first = false;
            } else {
                compilation.countJoin();
                rows = rows.join(selects.source(source, scope));
                aliases = aliases.with(source);
            }
        }
        compilation.inCondition(true);
        rows = selects.filtered(query, rows, scope);
        compilation.inCondition(false);
        Selection selection = selects.projected(query, rows, scope, outermost);
        OrderCompiler order = new OrderCompiler(compilation, scope, query);
        List<SortKey> keys = order.keys();
        Scores scores = order.scores();
        return new CompiledQuery(
                query,
                aliases,
                compilation.paths(),
                compilation.slotCount(),
                !query.sources().isEmpty(),
                inner,
                selection,
                keys,
                scores,
                new WindowCompiler(compilation, query).window());
    }

    /** The first source stands for the container, whatever it is called. */
    private Rows first(SelectQuery.Source source, Map<String, JsonValue> parameters, Schema schema) {
        String alias = SelectCompiler.alias(source);
        if (source.collection() instanceof SqlExpression.Subquery subquery) {
            int slot = compilation.newSlot();
            scope.bind(alias, new Scope.Binding.Slot(slot));
            SubqueryCompiler.refuseClauses(subquery.query());
            SelectQuery inlined = ItemSubquery.inlined(subquery.query());
            CompiledQuery nested = compile(inlined, false, parameters, schema, compilation.budget());
            inner = new Inner(nested, slot, source.iterated());
            return Rows.SINGLE;
        }
        SqlExpression.Identifier root = root(source.collection());
        Scope container = Scope.outermost();
        container.bind(root.name(), new Scope.Binding.ItemPath(List.of()));
        aliases = aliases.with(alias, aliases.with(root.name(), TermPath.ITEM).pathOf(source));
        ExpressionCompiler expressions = new ExpressionCompiler(compilation, container);
        List<String> path = source.iterated() ? null : expressions.itemPath(source.collection());
        if (path != null) {
            scope.bind(alias, new Scope.Binding.ItemPath(path));
            return path.isEmpty() ? Rows.SINGLE : Rows.ifDefined(expressions.compile(source.collection()));
        }
        int slot = compilation.newSlot();
        scope.bind(alias, new Scope.Binding.Slot(slot));
        Evaluator collection = expressions.compile(source.collection());
        return source.iterated() ? Rows.iterate(slot, collection) : Rows.bind(slot, collection);
    }

    private static SqlExpression.Identifier root(SqlExpression collection) {
        SqlExpression expression = collection;
        while (!(expression instanceof SqlExpression.Identifier)) {
            List<SqlExpression> operands = Trees.operands(expression);
            if (operands.isEmpty()) {
                throw SqlErrors.compile(null, collection.span(), "The FROM clause does not name the container.");
            }
            expression = operands.get(0);
        }
        return (SqlExpression.Identifier) expression;
    }
}
