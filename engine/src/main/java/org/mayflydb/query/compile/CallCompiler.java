package org.mayflydb.query.compile;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.function.BuiltIn;
import org.mayflydb.query.function.BuiltIns;
import org.mayflydb.query.function.Cost;
import org.mayflydb.query.function.Embedding;
import org.mayflydb.query.function.VectorFunctions;
import org.mayflydb.query.run.Evaluator;
import org.mayflydb.query.run.Frame;
import org.mayflydb.query.syntax.Span;
import org.mayflydb.query.syntax.SqlErrors;
import org.mayflydb.query.syntax.SqlExpression;

/** Turns calls of built-in functions into evaluators. */
final class CallCompiler {
    private static final String SECONDS_LEFT = "MAYFLY_SECONDSLEFT";
    private static final int MULTIPLIER_MAX = 100;

    private final Compilation compilation;
    private final Scope scope;
    private final ExpressionCompiler expressions;

    CallCompiler(Compilation compilation, Scope scope, ExpressionCompiler expressions) {
        this.compilation = compilation;
        this.scope = scope;
        this.expressions = expressions;
    }

    Evaluator compile(SqlExpression.Call call) {
        if (call.name().equalsIgnoreCase("DOCUMENTID")) {
            return documentId(call);
        }
        if (call.name().equalsIgnoreCase(SECONDS_LEFT)) {
            return secondsLeft(call);
        }
        if (call.name().equalsIgnoreCase("FullTextScore")) {
            throw SqlErrors.compile(
                    "SC2240", call.span(), "The FullTextScore function is only allowed in the ORDER BY RANK clause.");
        }
        if (Trees.isAggregate(call)) {
            throw SqlErrors.compile(
                    "SC2101",
                    call.span(),
                    "The aggregate function '" + call.name() + "' is only allowed in the select list.");
        }
        BuiltIn function = OrderCompiler.isDistance(call) ? distance(call) : BuiltIns.find(call.name());
        if (function == null) {
            int start = call.span().start();
            throw SqlErrors.compile(
                    "SC2005",
                    new Span(start, start + call.name().length()),
                    "'" + call.name() + "' is not a recognized built-in function name.");
        }
        checkCount(call, function.name(), function.argumentsMin(), function.argumentsMax());
        List<Evaluator> arguments =
                call.arguments().stream().map(expressions::compile).toList();
        Evaluator evaluator = frame -> call(function, arguments, frame);
        return function.deterministic() ? compilation.folded(evaluator, arguments) : evaluator;
    }

    private BuiltIn distance(SqlExpression.Call call) {
        JsonNumber multiplier = VectorFunctions.searchListSizeMultiplier(distanceOptions(call));
        if (multiplier != null && (multiplier.doubleValue() < 1 || multiplier.doubleValue() > MULTIPLIER_MAX)) {
            throw SqlErrors.compile(
                    "SC2213",
                    call.span(),
                    "The 'searchListSizeMultiplier' value " + multiplier
                            + " specified in the VectorDistance function is "
                            + "outside the supported range. The value must be between 1 and " + MULTIPLIER_MAX + ".");
        }
        return VectorFunctions.distance(embedding(call));
    }

    /** The options of a call of VectorDistance; null if there are none, or they differ from item to item. */
    @Nullable
    JsonValue distanceOptions(SqlExpression.Call call) {
        return call.arguments().size() > 3
                        && expressions.compile(call.arguments().get(3)) instanceof Evaluator.Constant constant
                ? constant.value()
                : null;
    }

    /** What the container says about the vectors that a call of VectorDistance is about; null if nothing. */
    @Nullable
    Embedding embedding(SqlExpression.Call call) {
        for (SqlExpression argument : call.arguments()) {
            List<String> path = expressions.itemPath(argument);
            Embedding embedding = path == null ? null : compilation.vectors().at(path);
            if (embedding != null) {
                return embedding;
            }
        }
        return null;
    }

    private static @Nullable JsonValue call(BuiltIn function, List<Evaluator> arguments, Frame frame) {
        @Nullable JsonValue[] values = new JsonValue[arguments.size()];
        long steps = 1;
        for (int i = 0; i < values.length; i++) {
            JsonValue value = arguments.get(i).evaluate(frame);
            steps += Cost.shallow(value);
            values[i] = value;
        }
        frame.budget().spend(steps);
        return ExpressionCompiler.produced(frame, function.body().call(values, frame.calls()));
    }

    /** The part of {@code _rid} that tells the items of a partition apart. Undefined for what is not a whole item. */
    private Evaluator documentId(SqlExpression.Call call) {
        checkCount(call, "DOCUMENTID", 1, 1);
        call.arguments().forEach(expressions::compile);
        return isOfItem(call) ? frame -> frame.document().documentNumber() : new Evaluator.Constant(null);
    }

    /** Ours, and not the service's: how many seconds an item has left. Undefined for what is not a whole item. */
    private Evaluator secondsLeft(SqlExpression.Call call) {
        checkCount(call, SECONDS_LEFT, 1, 1);
        call.arguments().forEach(expressions::compile);
        return isOfItem(call) ? frame -> frame.document().secondsLeft() : new Evaluator.Constant(null);
    }

    /** Whether the only argument is a name of the item as a whole. */
    private boolean isOfItem(SqlExpression.Call call) {
        return call.arguments().get(0) instanceof SqlExpression.Identifier name
                && scope.find(name.name(), name.span()) instanceof Scope.Binding.ItemPath item
                && item.path().isEmpty();
    }

    static void checkCount(SqlExpression.Call call, String name, int min, int max) {
        int count = call.arguments().size();
        if (count >= min && count <= max) {
            return;
        }
        String wanted =
                max == BuiltIn.ANY ? "at least " + min : min == max ? Integer.toString(min) : min + " to " + max;
        throw SqlErrors.compile(
                "SC2050", call.span(), "The " + name + " function requires " + wanted + " argument(s).");
    }
}
