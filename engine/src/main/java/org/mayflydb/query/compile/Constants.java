package org.mayflydb.query.compile;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.run.Budget;
import org.mayflydb.query.run.Evaluator;
import org.mayflydb.query.run.Evaluator.Constant;
import org.mayflydb.query.syntax.SqlExpression;

/** Expressions that can be known without an item. */
public final class Constants {
    private final ExpressionCompiler expressions;

    /** @param budget what their evaluation is charged to */
    public Constants(Map<String, JsonValue> parameters, Budget budget) {
        Compilation compilation = new Compilation(parameters, Schema.NONE, budget);
        this.expressions = new ExpressionCompiler(compilation, Scope.outermost());
    }

    /** The value of an expression that uses no names and always gives the same; null for all others. */
    public @Nullable Constant of(SqlExpression expression) {
        boolean usesNames = Trees.any(
                expression,
                part -> part instanceof SqlExpression.Identifier
                        || part instanceof SqlExpression.Subquery
                        || part instanceof SqlExpression.Let);
        if (usesNames) {
            return null;
        }
        Evaluator compiled = expressions.compile(expression);
        return compiled instanceof Constant constant ? constant : null;
    }
}
