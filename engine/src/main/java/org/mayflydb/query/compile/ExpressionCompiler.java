package org.mayflydb.query.compile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonEquality;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.function.Cost;
import org.mayflydb.query.function.LikePattern;
import org.mayflydb.query.run.Budget;
import org.mayflydb.query.run.Evaluator;
import org.mayflydb.query.run.Evaluator.Constant;
import org.mayflydb.query.run.Frame;
import org.mayflydb.query.run.Operators;
import org.mayflydb.query.run.ValueSize;
import org.mayflydb.query.syntax.SqlErrors;
import org.mayflydb.query.syntax.SqlExpression;
import org.mayflydb.query.syntax.SqlExpression.BinaryOperator;

/** Turns expressions into evaluators within one scope. What does not depend on rows becomes a constant. */
class ExpressionCompiler {
    private final Compilation compilation;
    private final Scope scope;

    ExpressionCompiler(Compilation compilation, Scope scope) {
        this.compilation = compilation;
        this.scope = scope;
    }

    Evaluator compile(SqlExpression expression) {
        compilation.countPart();
        if (expression instanceof SqlExpression.Literal literal) {
            return new Constant(literal.value());
        } else if (expression instanceof SqlExpression.Parameter parameter) {
            return new Constant(compilation.parameter(parameter));
        } else if (expression instanceof SqlExpression.Identifier identifier) {
            return identifier(identifier);
        } else if (expression instanceof SqlExpression.Member member) {
            return member(member);
        } else if (expression instanceof SqlExpression.Subquery subquery) {
            return new SubqueryCompiler(compilation, scope).expression(subquery);
        } else if (expression instanceof SqlExpression.Call call) {
            return new CallCompiler(compilation, scope, this).compile(call);
        } else if (expression instanceof SqlExpression.UdfCall) {
            throw new UnsupportedException("A user-defined function");
        } else if (expression instanceof SqlExpression.Let let) {
            return let(let);
        }
        List<Evaluator> operands =
                Trees.operands(expression).stream().map(this::compile).toList();
        return compilation.folded(combined(expression, operands), operands);
    }

    private Evaluator combined(SqlExpression expression, List<Evaluator> operands) {
        Evaluator first = operands.isEmpty() ? new Constant(null) : operands.get(0);
        if (expression instanceof SqlExpression.Indexed) {
            if (!(operands.get(1) instanceof Constant index)) {
                throw SqlErrors.compile(
                        "SC2990",
                        expression.span(),
                        "The specified query includes 'member indexer' which is currently not supported.");
            }
            return frame -> Operators.at(first.evaluate(frame), index.value());
        } else if (expression instanceof SqlExpression.Unary unary) {
            return frame -> Operators.unary(unary.operator(), first.evaluate(frame));
        } else if (expression instanceof SqlExpression.Binary binary) {
            return binary(binary.operator(), first, operands.get(1));
        } else if (expression instanceof SqlExpression.Conditional) {
            return conditional(first, operands.get(1), operands.get(2));
        } else if (expression instanceof SqlExpression.Between between) {
            return between(between.negated(), first, operands.get(1), operands.get(2));
        } else if (expression instanceof SqlExpression.InList in) {
            return in(in.negated(), first, operands.subList(1, operands.size()));
        } else if (expression instanceof SqlExpression.Like like) {
            return like(like, first, operands.get(1));
        } else if (expression instanceof SqlExpression.ArrayConstructor) {
            return frame -> array(operands, frame);
        } else if (expression instanceof SqlExpression.ObjectConstructor object) {
            List<String> names =
                    object.fields().stream().map(SqlExpression.Field::name).toList();
            return frame -> object(names, operands, frame);
        }
        throw new IllegalStateException("an expression of an unknown kind: " + expression);
    }

    private Evaluator identifier(SqlExpression.Identifier identifier) {
        Scope.Binding binding = scope.find(identifier.name(), identifier.span());
        if (binding instanceof Scope.Binding.Slot slot) {
            int index = slot.index();
            return frame -> frame.slot(index);
        }
        List<String> path = ((Scope.Binding.ItemPath) binding).path();
        return path.isEmpty() ? frame -> frame.document().whole() : compilation.at(path);
    }

    private Evaluator member(SqlExpression.Member member) {
        List<String> path = itemPath(member);
        if (path != null) {
            boolean computed = path.size() == 1 && compilation.isComputed(path.get(0));
            return computed ? compilation.computedProperty(path.get(0)) : compilation.at(path);
        }
        Evaluator target = compile(member.target());
        String name = member.name();
        return compilation.folded(frame -> Operators.member(target.evaluate(frame), name), List.of(target));
    }

    /** The member names from the item to what the expression means, or null if it does not just follow names. */
    @Nullable
    List<String> itemPath(SqlExpression expression) {
        if (expression instanceof SqlExpression.Identifier identifier) {
            return scope.find(identifier.name(), identifier.span()) instanceof Scope.Binding.ItemPath item
                    ? item.path()
                    : null;
        }
        if (!(expression instanceof SqlExpression.Member member)) {
            return null;
        }
        List<String> target = itemPath(member.target());
        // Below a computed property there is no path in the item.
        if (target == null || (target.size() == 1 && compilation.isComputed(target.get(0)))) {
            return null;
        }
        List<String> path = new ArrayList<>(target);
        path.add(member.name());
        return path;
    }

    private Evaluator let(SqlExpression.Let let) {
        Evaluator value = compile(let.value());
        int slot = compilation.newSlot();
        Scope inner = scope.inner();
        inner.bind(let.name(), new Scope.Binding.Slot(slot));
        Evaluator body = new ExpressionCompiler(compilation, inner).compile(let.body());
        return frame -> {
            frame.setSlot(slot, value.evaluate(frame));
            return body.evaluate(frame);
        };
    }

    private static Evaluator binary(BinaryOperator operator, Evaluator left, Evaluator right) {
        return switch (operator) {
            case AND -> frame -> and(left, right, frame);
            case OR -> frame -> or(left, right, frame);
            case COALESCE ->
                frame -> {
                    JsonValue value = left.evaluate(frame);
                    return value == null ? right.evaluate(frame) : value;
                };
            case CONCATENATE ->
                frame -> produced(frame, Operators.binary(operator, left.evaluate(frame), right.evaluate(frame)));
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
                frame -> compared(operator, left.evaluate(frame), right.evaluate(frame), frame);
            default -> frame -> Operators.binary(operator, left.evaluate(frame), right.evaluate(frame));
        };
    }

    private static @Nullable JsonValue compared(
            BinaryOperator operator, @Nullable JsonValue one, @Nullable JsonValue other, Frame frame) {
        Cost.payComparison(one, other, frame.budget());
        return Operators.binary(operator, one, other);
    }

    /** False wins over undefined. */
    private static @Nullable JsonValue and(Evaluator left, Evaluator right, Frame frame) {
        JsonBoolean one = truth(left.evaluate(frame));
        if (one != null && !one.value()) {
            return one;
        }
        JsonBoolean other = truth(right.evaluate(frame));
        return other == null || other.value() ? (one == null ? null : other) : other;
    }

    /** True wins over undefined. */
    private static @Nullable JsonValue or(Evaluator left, Evaluator right, Frame frame) {
        JsonBoolean one = truth(left.evaluate(frame));
        if (one != null && one.value()) {
            return one;
        }
        JsonBoolean other = truth(right.evaluate(frame));
        if (other != null && other.value()) {
            return other;
        }
        return one == null ? null : other;
    }

    private static @Nullable JsonBoolean truth(@Nullable JsonValue value) {
        return value instanceof JsonBoolean truth ? truth : null;
    }

    private static Evaluator conditional(Evaluator condition, Evaluator then, Evaluator otherwise) {
        return frame -> condition.isTrue(frame) ? then.evaluate(frame) : otherwise.evaluate(frame);
    }

    private static Evaluator between(boolean negated, Evaluator value, Evaluator low, Evaluator high) {
        return frame -> {
            JsonValue between = value.evaluate(frame);
            Evaluator above =
                    new Constant(compared(BinaryOperator.GREATER_OR_EQUAL, between, low.evaluate(frame), frame));
            Evaluator below =
                    new Constant(compared(BinaryOperator.LESS_OR_EQUAL, between, high.evaluate(frame), frame));
            return negatedIf(negated, and(above, below, frame));
        };
    }

    private Evaluator in(boolean negated, Evaluator value, List<Evaluator> list) {
        if (!list.stream().allMatch(Constant.class::isInstance)) {
            return frame -> {
                JsonValue needle = value.evaluate(frame);
                if (needle == null) {
                    return null;
                }
                boolean found = false;
                for (Evaluator element : list) {
                    JsonValue candidate = element.evaluate(frame);
                    Cost.payComparison(needle, candidate, frame.budget());
                    found |= candidate != null && JsonEquality.same(needle, candidate);
                }
                return JsonBoolean.of(found != negated);
            };
        }
        Set<JsonEquality.Key> values = new HashSet<>();
        for (Evaluator element : list) {
            JsonValue candidate = ((Constant) element).value();
            if (candidate != null) {
                Cost.payDeep(candidate, compilation.budget());
                values.add(new JsonEquality.Key(candidate));
            }
        }
        return frame -> {
            JsonValue needle = value.evaluate(frame);
            Cost.payDeep(needle, frame.budget());
            return needle == null ? null : JsonBoolean.of(values.contains(new JsonEquality.Key(needle)) != negated);
        };
    }

    private Evaluator like(SqlExpression.Like like, Evaluator value, Evaluator pattern) {
        if (pattern instanceof Constant constant && constant.value() instanceof JsonString text) {
            LikePattern compiled = pattern(text, like, compilation.budget());
            return frame -> like(like.negated(), value.evaluate(frame), compiled, frame.budget());
        }
        return frame -> pattern.evaluate(frame) instanceof JsonString text
                ? like(like.negated(), value.evaluate(frame), pattern(text, like, frame.budget()), frame.budget())
                : null;
    }

    private static LikePattern pattern(JsonString text, SqlExpression.Like like, Budget budget) {
        String escape = like.escape();
        return escape == null
                ? LikePattern.compile(text.value(), budget)
                : LikePattern.compile(text.value(), escape.charAt(0), budget);
    }

    private static @Nullable JsonValue like(
            boolean negated, @Nullable JsonValue value, LikePattern pattern, Budget budget) {
        return value instanceof JsonString text
                ? JsonBoolean.of(pattern.matches(text.value(), budget) != negated)
                : null;
    }

    private static @Nullable JsonValue negatedIf(boolean negated, @Nullable JsonValue value) {
        return negated ? Operators.unary(SqlExpression.UnaryOperator.NOT, value) : value;
    }

    private static JsonValue array(List<Evaluator> elements, Frame frame) {
        List<JsonValue> values = new ArrayList<>(elements.size());
        for (Evaluator element : elements) {
            JsonValue value = element.evaluate(frame);
            if (value != null) {
                values.add(value);
            }
        }
        return new JsonArray(values);
    }

    static JsonObject object(List<String> names, List<Evaluator> evaluators, Frame frame) {
        JsonObject.Builder object = JsonObject.builder();
        for (int i = 0; i < names.size(); i++) {
            JsonValue value = evaluators.get(i).evaluate(frame);
            if (value != null) {
                object.put(names.get(i), value);
            }
        }
        return object.build();
    }

    /** Counts what was just made, so that no expression multiplies data without end. */
    static @Nullable JsonValue produced(Frame frame, @Nullable JsonValue value) {
        frame.budget().spend(Cost.shallow(value));
        frame.budget().produce(ValueSize.shallow(value));
        return value;
    }
}
