package org.mayflydb.query.run;

import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonEquality;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonOrder;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.syntax.SqlExpression.BinaryOperator;
import org.mayflydb.query.syntax.SqlExpression.UnaryOperator;

/** What the operators make of values. Operands of the wrong type give undefined. */
public final class Operators {
    private Operators() {}

    /** All but AND, OR and ??, which do not always look at their second operand. */
    public static @Nullable JsonValue binary(
            BinaryOperator operator, @Nullable JsonValue left, @Nullable JsonValue right) {
        if (left == null || right == null) {
            return null;
        }
        return switch (operator) {
            case EQUAL -> JsonBoolean.of(JsonEquality.same(left, right));
            case NOT_EQUAL -> JsonBoolean.of(!JsonEquality.same(left, right));
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> ordered(operator, left, right);
            case CONCATENATE ->
                left instanceof JsonString one && right instanceof JsonString other
                        ? new JsonString(one.value().concat(other.value()))
                        : null;
            case ADD,
                    SUBTRACT,
                    MULTIPLY,
                    DIVIDE,
                    REMAINDER,
                    BITWISE_AND,
                    BITWISE_OR,
                    BITWISE_XOR,
                    SHIFT_LEFT,
                    SHIFT_RIGHT,
                    SHIFT_RIGHT_ZERO ->
                left instanceof JsonNumber one && right instanceof JsonNumber other
                        ? JsonNumber.computed(arithmetic(operator, one.doubleValue(), other.doubleValue()))
                        : null;
            case AND, OR, COALESCE -> throw new IllegalArgumentException(operator + " is not evaluated here");
        };
    }

    private static @Nullable JsonBoolean ordered(BinaryOperator operator, JsonValue left, JsonValue right) {
        if (left.kind() != right.kind() || left instanceof JsonArray || left instanceof JsonObject) {
            return null;
        }
        if (isNaN(left) || isNaN(right)) {
            return JsonBoolean.FALSE;
        }
        int order = JsonOrder.compare(left, right);
        return JsonBoolean.of(
                switch (operator) {
                    case LESS -> order < 0;
                    case LESS_OR_EQUAL -> order <= 0;
                    case GREATER -> order > 0;
                    default -> order >= 0;
                });
    }

    private static boolean isNaN(JsonValue value) {
        return value instanceof JsonNumber number && Double.isNaN(number.doubleValue());
    }

    private static double arithmetic(BinaryOperator operator, double left, double right) {
        return switch (operator) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE -> left / right;
            case REMAINDER -> left % right;
            case BITWISE_AND -> bits(left) & bits(right);
            case BITWISE_OR -> bits(left) | bits(right);
            case BITWISE_XOR -> bits(left) ^ bits(right);
            case SHIFT_LEFT -> bits(left) << bits(right);
            case SHIFT_RIGHT -> bits(left) >> bits(right);
            case SHIFT_RIGHT_ZERO -> Integer.toUnsignedLong(bits(left) >>> bits(right));
            default -> throw new IllegalArgumentException(operator + " is no arithmetic");
        };
    }

    /** The lowest 32 bits of the whole part, as in JavaScript; Java shifts by the lowest five bits by itself. */
    private static int bits(double value) {
        if (!Double.isFinite(value)) {
            return 0;
        }
        return Math.abs(value) < 0x1p63 ? (int) (long) value : (int) (long) (value % 0x1p32);
    }

    public static @Nullable JsonValue unary(UnaryOperator operator, @Nullable JsonValue operand) {
        if (operator == UnaryOperator.NOT) {
            return operand instanceof JsonBoolean truth ? JsonBoolean.of(!truth.value()) : null;
        }
        if (!(operand instanceof JsonNumber number)) {
            return null;
        }
        return switch (operator) {
            case NEGATE -> JsonNumber.computed(-number.doubleValue());
            case PLUS -> number;
            case BITWISE_NOT -> JsonNumber.computed(~bits(number.doubleValue()));
            case NOT -> throw new IllegalStateException("handled above");
        };
    }

    /** The member of an object; undefined of everything else. */
    public static @Nullable JsonValue member(@Nullable JsonValue target, String name) {
        return target instanceof JsonObject object ? object.get(name) : null;
    }

    /** {@code target[index]} for a name or a place that is computed. */
    public static @Nullable JsonValue at(@Nullable JsonValue target, @Nullable JsonValue index) {
        if (index instanceof JsonString name) {
            return member(target, name.value());
        }
        if (target instanceof JsonArray array && index instanceof JsonNumber place) {
            double number = place.doubleValue();
            boolean within = number >= 0 && number < array.elements().size() && number == Math.rint(number);
            return within ? array.elements().get((int) number) : null;
        }
        return null;
    }
}
