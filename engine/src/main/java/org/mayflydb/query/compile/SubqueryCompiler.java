package org.mayflydb.query.compile;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.run.Evaluator;
import org.mayflydb.query.run.Frame;
import org.mayflydb.query.run.Rows;
import org.mayflydb.query.run.Selection;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SqlErrors;
import org.mayflydb.query.syntax.SqlExpression;

/** Turns subqueries into evaluators; they run anew for every row around them. */
final class SubqueryCompiler {
    private final Compilation compilation;
    private final Scope scope;

    SubqueryCompiler(Compilation compilation, Scope scope) {
        this.compilation = compilation;
        this.scope = scope;
    }

    Evaluator expression(SqlExpression.Subquery subquery) {
        if (subquery.kind() == SqlExpression.Subquery.Kind.ALL) {
            return all(subquery.query());
        }
        Selection selection = selection(subquery.query());
        return switch (subquery.kind()) {
            case SCALAR -> frame -> only(selection, frame);
            case EXISTS -> frame -> JsonBoolean.of(!selection.forEach(frame, value -> false));
            case ARRAY -> frame -> ExpressionCompiler.produced(frame, new JsonArray(results(selection, frame, false)));
            case FIRST -> frame -> first(results(selection, frame, true));
            case LAST -> frame -> last(results(selection, frame, false));
            case ALL -> throw new IllegalStateException("compiled above");
        };
    }

    Selection selection(SelectQuery query) {
        refuseClauses(query);
        return new SelectCompiler(compilation).selection(query, scope.inner());
    }

    static void refuseClauses(SelectQuery query) {
        List<JsonObject> errors = new ArrayList<>();
        if (query.orderBy() != null) {
            errors.add(
                    query.orderBy().rank()
                            ? SqlErrors.error(
                                    "SC2228",
                                    query.orderBy().span(),
                                    "The ORDER BY RANK clause is not supported in subqueries.")
                            : SqlErrors.error(
                                    "SC2202", query.orderBy().span(), "'ORDER BY' is not supported in subqueries."));
        }
        if (query.top() != null) {
            errors.add(SqlErrors.error("SC2203", query.top().span(), "'TOP' is not supported in subqueries."));
        }
        if (query.offsetLimit() != null) {
            errors.add(SqlErrors.error(
                    "SC2204", query.offsetLimit().span(), "'OFFSET LIMIT' clause is not supported in subqueries."));
        }
        if (!errors.isEmpty()) {
            throw SqlErrors.compile(errors);
        }
    }

    /** True if the condition of the subquery holds for every row that it looks at. */
    private Evaluator all(SelectQuery query) {
        refuseClauses(query);
        Scope inner = scope.inner();
        SelectCompiler select = new SelectCompiler(compilation);
        Rows rows = select.rows(query, inner);
        if (query.where() == null) {
            return new Evaluator.Constant(JsonBoolean.TRUE);
        }
        int before = compilation.partCount();
        Evaluator condition =
                compilation.charged(new ExpressionCompiler(compilation, inner).compile(query.where()), before);
        return frame -> JsonBoolean.of(rows.forEach(frame, condition::isTrue));
    }

    private static @Nullable JsonValue only(Selection selection, Frame frame) {
        List<JsonValue> results = new ArrayList<>(1);
        boolean unused = selection.forEach(frame, value -> {
            results.add(value);
            return results.size() < 2;
        });
        if (results.size() > 1) {
            throw SqlErrors.run("The cardinality of a scalar subquery result set cannot be greater than one.");
        }
        return first(results);
    }

    private static List<JsonValue> results(Selection selection, Frame frame, boolean onlyFirst) {
        List<JsonValue> results = new ArrayList<>();
        boolean unused = selection.forEach(frame, value -> {
            frame.budget().produce(Long.BYTES);
            results.add(value);
            return !onlyFirst;
        });
        return results;
    }

    private static @Nullable JsonValue first(List<JsonValue> results) {
        return results.isEmpty() ? null : results.get(0);
    }

    private static @Nullable JsonValue last(List<JsonValue> results) {
        return results.isEmpty() ? null : results.get(results.size() - 1);
    }
}
