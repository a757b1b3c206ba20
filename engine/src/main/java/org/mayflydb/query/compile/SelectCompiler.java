package org.mayflydb.query.compile;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.query.run.Evaluator;
import org.mayflydb.query.run.Grouping;
import org.mayflydb.query.run.Rows;
import org.mayflydb.query.run.Selection;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SelectQuery.Projection;
import org.mayflydb.query.syntax.SqlErrors;
import org.mayflydb.query.syntax.SqlExpression;

/** The clauses that queries and subqueries have in common. */
final class SelectCompiler {
    private final Compilation compilation;

    SelectCompiler(Compilation compilation) {
        this.compilation = compilation;
    }

    /** Compiles a subquery, binding the names of its FROM clause in the given scope. */
    Selection selection(SelectQuery query, Scope scope) {
        return projected(query, filtered(query, rows(query, scope), scope), scope, false);
    }

    Rows filtered(SelectQuery query, Rows rows, Scope scope) {
        return query.where() == null
                ? rows
                : rows.where(charged(new ExpressionCompiler(compilation, scope), query.where()));
    }

    private Evaluator charged(ExpressionCompiler expressions, SqlExpression expression) {
        int before = compilation.partCount();
        return compilation.charged(expressions.compile(expression), before);
    }

    /**
     * What SELECT and GROUP BY make of the rows.
     *
     * @param outermost false for a subquery
     */
    Selection projected(SelectQuery query, Rows rows, Scope scope, boolean outermost) {
        if (!Trees.isGrouped(query)) {
            Evaluator projection = projection(query, new ExpressionCompiler(compilation, scope));
            return new Selection(rows, null, projection, query.distinct());
        }
        GroupCompiler group = new GroupCompiler(compilation, query, scope, outermost);
        Evaluator projection = projection(query, group);
        return new Selection(rows, group.grouping(), projection, query.distinct());
    }

    /** The rows of FROM and JOIN. */
    Rows rows(SelectQuery query, Scope scope) {
        Rows rows = Rows.SINGLE;
        for (int i = 0; i < query.sources().size(); i++) {
            if (i > 0) {
                compilation.countJoin();
            }
            rows = rows.join(source(query.sources().get(i), scope));
        }
        return rows;
    }

    /** The rows of one source, whose name is bound for what follows. */
    Rows source(SelectQuery.Source source, Scope scope) {
        String alias = alias(source);
        int slot = compilation.newSlot();
        Rows rows;
        if (source.collection() instanceof SqlExpression.Subquery subquery) {
            Selection selection = new SubqueryCompiler(compilation, scope).selection(subquery.query());
            rows = source.iterated() ? Rows.elementsOfResults(slot, selection) : Rows.results(slot, selection);
        } else {
            Evaluator collection = new ExpressionCompiler(compilation, scope).compile(source.collection());
            rows = source.iterated() ? Rows.iterate(slot, collection) : Rows.bind(slot, collection);
        }
        scope.bind(alias, new Scope.Binding.Slot(slot));
        return rows;
    }

    /** The name of a source; that of one without a name is nothing that anybody can write. */
    static String alias(SelectQuery.Source source) {
        String alias = source.alias() == null ? Trees.inferredName(source.collection()) : source.alias();
        return alias == null ? "" : alias;
    }

    private Evaluator projection(SelectQuery query, ExpressionCompiler expressions) {
        if (query.projection() instanceof Projection.Value value) {
            return charged(expressions, value.expression());
        }
        if (query.projection() instanceof Projection.Star star) {
            return star(query, star, expressions);
        }
        List<SqlExpression.Field> fields = Trees.fields((Projection.Members) query.projection());
        List<String> names = fields.stream().map(SqlExpression.Field::name).toList();
        List<Evaluator> values = fields.stream()
                .map(field -> charged(expressions, field.value()))
                .toList();
        return frame -> ExpressionCompiler.object(names, values, frame);
    }

    private static Evaluator star(SelectQuery query, Projection.Star star, ExpressionCompiler expressions) {
        if (!query.groupBy().isEmpty()) {
            throw SqlErrors.compile("SC2041", star.span(), "'SELECT *' is not allowed with GROUP BY.");
        }
        if (query.sources().isEmpty()) {
            throw SqlErrors.compile(null, star.span(), "'SELECT *' is not valid if FROM clause is omitted.");
        }
        if (query.sources().size() > 1) {
            throw SqlErrors.compile(null, star.span(), "'SELECT *' is only valid with a single input set.");
        }
        SelectQuery.Source source = query.sources().get(0);
        return expressions.compile(new SqlExpression.Identifier(alias(source), source.span()));
    }

    /** The expressions of GROUP BY, which see rows. */
    static List<Grouping.Key> keys(Compilation compilation, SelectQuery query, Scope scope) {
        List<Grouping.Key> keys = new ArrayList<>();
        for (SqlExpression expression : query.groupBy()) {
            if (Trees.any(expression, part -> part instanceof SqlExpression.Subquery || Trees.isAggregate(part))) {
                throw SqlErrors.compile(
                        "SC2101",
                        expression.span(),
                        "Cannot group by an expression containing an aggregate or a subquery.");
            }
            Evaluator key = new ExpressionCompiler(compilation, scope).compile(expression);
            keys.add(new Grouping.Key(key, compilation.newSlot()));
        }
        return keys;
    }
}
