package org.mayflydb.query.compile;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.compile.CompiledQuery.Score;
import org.mayflydb.query.compile.CompiledQuery.Scores;
import org.mayflydb.query.compile.CompiledQuery.TextStatistics;
import org.mayflydb.query.function.BuiltIn;
import org.mayflydb.query.function.BuiltIns;
import org.mayflydb.query.function.Embedding;
import org.mayflydb.query.function.VectorFunctions;
import org.mayflydb.query.run.Evaluator;
import org.mayflydb.query.run.Evaluator.Constant;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SqlErrors;
import org.mayflydb.query.syntax.SqlExpression;

/** ORDER BY RANK and by distance: which scores items get, and how several of them are fused. */
final class ScoreCompiler {
    private final Compilation compilation;
    private final ExpressionCompiler expressions;
    private final CallCompiler calls;
    private final SelectQuery query;
    private final List<TextStatistics> statistics = new ArrayList<>();

    ScoreCompiler(Compilation compilation, Scope scope, SelectQuery query) {
        this.compilation = compilation;
        this.expressions = new ExpressionCompiler(compilation, scope);
        this.calls = new CallCompiler(compilation, scope, expressions);
        this.query = query;
    }

    Scores scores(SelectQuery.OrderBy orderBy) {
        checkSources(orderBy);
        checkDirection(orderBy);
        if (orderBy.items().size() > 1) {
            throw notAScore(orderBy.items().get(1).expression());
        }
        if (Trees.isGrouped(query)) {
            throw SqlErrors.compile(
                    null,
                    orderBy.span(),
                    "Ordering by a score is not supported together with GROUP BY or aggregate functions.");
        }
        SqlExpression ranked = orderBy.items().get(0).expression();
        if (!(ranked instanceof SqlExpression.Call call)) {
            throw notAScore(ranked);
        }
        List<Score> scores = isNamed(call, "RRF") ? fused(call) : List.of(score(call, 1));
        SelectQuery.SortDirection direction = orderBy.items().get(0).direction();
        return new Scores(
                direction == null
                        ? scores
                        : List.of(scores.get(0).ascending(direction == SelectQuery.SortDirection.ASC)),
                statistics);
    }

    private void checkSources(SelectQuery.OrderBy orderBy) {
        if (query.sources().isEmpty()) {
            throw SqlErrors.compile("SC2221", orderBy.span(), "The ORDER BY RANK clause requires a FROM clause.");
        }
        SelectQuery.Source first = query.sources().get(0);
        if (first.iterated()) {
            throw SqlErrors.compile(
                    "SC2223",
                    first.span(),
                    "The FROM clause with the IN operator is not allowed with the ORDER BY RANK clause.");
        }
        if (query.sources().size() > 1) {
            throw SqlErrors.compile(
                    "SC2224",
                    query.sources().get(1).span(),
                    "The JOIN operator is not allowed with the ORDER BY RANK clause.");
        }
        if (first.collection() instanceof SqlExpression.Subquery) {
            throw SqlErrors.compile(
                    "SC2225",
                    first.span(),
                    "Subqueries in the FROM clause are not allowed with the ORDER BY RANK clause.");
        }
    }

    /** The most similar items always come first, except in the parts of a plan for a negative weight. */
    private void checkDirection(SelectQuery.OrderBy orderBy) {
        if (orderBy.items().stream().anyMatch(item -> item.direction() != null) && !Trees.isMergedByClients(query)) {
            throw SqlErrors.compile(
                    null,
                    orderBy.span(),
                    orderBy.rank()
                            ? "Specifying a sort order (ASC or DESC) in the ORDER BY RANK clause is not allowed."
                            : "Specifying a sorting order (ASC or DESC) with VectorDistance function is not supported.");
        }
    }

    private List<Score> fused(SqlExpression.Call call) {
        List<SqlExpression> arguments = new ArrayList<>(call.arguments());
        List<JsonValue> weights = null;
        int last = arguments.size() - 1;
        if (last >= 0 && !(arguments.get(last) instanceof SqlExpression.Call)) {
            weights = weights(arguments.remove(last));
        }
        CallCompiler.checkCount(new SqlExpression.Call(call.name(), arguments, call.span()), "RRF", 2, BuiltIn.ANY);
        if (weights != null && weights.size() != arguments.size()) {
            throw notWeights(call);
        }
        List<Score> scores = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            if (!(arguments.get(i) instanceof SqlExpression.Call scored)) {
                throw notAScore(arguments.get(i));
            }
            double weight = weights == null ? 1 : ((JsonNumber) weights.get(i)).doubleValue();
            Score score = score(scored, Math.abs(weight));
            // A negative weight ranks the other way round.
            scores.add(weight < 0 ? score.ascending(!score.ascending()) : score);
        }
        return scores;
    }

    private List<JsonValue> weights(SqlExpression expression) {
        if (expressions.compile(expression) instanceof Constant constant
                && constant.value() instanceof JsonArray array
                && array.elements().stream().allMatch(JsonNumber.class::isInstance)) {
            return array.elements();
        }
        throw notWeights(expression);
    }

    private static RuntimeException notWeights(SqlExpression expression) {
        return SqlErrors.compile(
                "SC2229",
                expression.span(),
                "The last parameter of the RRF function is an optional array of weights. When present, it must be a literal "
                        + "array of numbers, one for each of the component scores used for the RRF function. The length of "
                        + "this array must be the same as the number of the component scores.");
    }

    private Score score(SqlExpression.Call call, double weight) {
        if (OrderCompiler.isDistance(call)) {
            Embedding embedding = calls.embedding(call);
            boolean isSmallestNearest = VectorFunctions.isSmallestNearest(calls.distanceOptions(call), embedding);
            // Without a policy, a distance is sorted like any value of ORDER BY: undefined is the smallest.
            boolean undefinedFirst = isSmallestNearest && embedding == null;
            return new Score(expressions.compile(call), isSmallestNearest, weight, undefinedFirst);
        }
        if (OrderCompiler.isScore(call)) {
            return new Score(expressions.compile(call), false, weight);
        }
        if (isNamed(call, "FullTextScore")) {
            return new Score(fullText(call), false, weight);
        }
        throw notAScore(call);
    }

    private Evaluator fullText(SqlExpression.Call call) {
        CallCompiler.checkCount(call, "FullTextScore", 2, BuiltIn.ANY);
        SqlExpression text = call.arguments().get(0);
        List<SqlExpression> terms = terms(call);
        TextStatistics needed = new TextStatistics(
                expressions.compile(text),
                terms.stream()
                        .map(term -> expressions.compile(
                                new SqlExpression.Call("FullTextContains", List.of(text, term), call.span())))
                        .toList(),
                expressions.compile(new SqlExpression.Call("_FullTextWordCount", List.of(text), call.span())),
                compilation.newSlot(),
                compilation.newSlot(),
                compilation.newSlot());
        statistics.add(needed);
        Evaluator wanted = expressions.compile(new SqlExpression.ArrayConstructor(terms, call.span()));
        BuiltIn score = Invariant.present(BuiltIns.find("_FullTextScore"), "there is such a function");
        return frame -> score.body()
                .call(
                        new @Nullable JsonValue[] {
                            needed.text().evaluate(frame),
                            wanted.evaluate(frame),
                            frame.slot(needed.itemCountSlot()),
                            frame.slot(needed.wordCountSlot()),
                            frame.slot(needed.termCountsSlot())
                        },
                        frame.calls());
    }

    /** The terms stand one by one, or, as it once was, in an array. */
    private static List<SqlExpression> terms(SqlExpression.Call call) {
        List<SqlExpression> rest = call.arguments().subList(1, call.arguments().size());
        return rest.size() == 1 && rest.get(0) instanceof SqlExpression.ArrayConstructor array
                ? array.elements()
                : rest;
    }

    private static boolean isNamed(SqlExpression.Call call, String name) {
        return call.name().equalsIgnoreCase(name);
    }

    private static RuntimeException notAScore(SqlExpression expression) {
        return SqlErrors.compile(
                "SC2221",
                expression.span(),
                "The ORDER BY RANK clause must be followed by a VectorDistance and/or a FullTextScore function call.");
    }
}
