package org.mayflydb.query.compile;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.ValueCode;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.function.Cost;
import org.mayflydb.query.run.Evaluator;
import org.mayflydb.query.run.Evaluator.Constant;
import org.mayflydb.query.syntax.SqlExpression.BinaryOperator;

/**
 * Comparisons by which clients tell where they resume a sorted query. Arrays and objects cannot be compared in the language,
 * but clients say {@code c.a >= [1]} and mean the order in which they got the rows.
 */
final class SortedComparison {
    private SortedComparison() {}

    /** The comparison of two arrays or two objects if one of them is written in the query, or else the plain one. */
    static Evaluator orElse(Evaluator plain, BinaryOperator operator, Evaluator left, Evaluator right) {
        boolean ordered = switch (operator) {
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
            default -> false;
        };
        if (!ordered || !(isComposed(left) || isComposed(right))) {
            return plain;
        }
        return frame -> {
            JsonValue one = left.evaluate(frame);
            JsonValue other = right.evaluate(frame);
            Cost.payDeep(one, frame.budget());
            Cost.payDeep(other, frame.budget());
            return compare(operator, one, other);
        };
    }

    private static boolean isComposed(Evaluator evaluator) {
        return evaluator instanceof Constant constant
                && (constant.value() instanceof JsonArray || constant.value() instanceof JsonObject);
    }

    private static @Nullable JsonValue compare(
            BinaryOperator operator, @Nullable JsonValue left, @Nullable JsonValue right) {
        if (left == null || right == null || left.kind() != right.kind()) {
            return null;
        }
        int order = Arrays.compareUnsigned(ValueCode.whole(left), ValueCode.whole(right));
        return JsonBoolean.of(
                switch (operator) {
                    case LESS -> order < 0;
                    case LESS_OR_EQUAL -> order <= 0;
                    case GREATER -> order > 0;
                    default -> order >= 0;
                });
    }
}
