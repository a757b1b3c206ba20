package org.mayflydb.query.syntax;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.syntax.SelectQuery.OffsetLimit;
import org.mayflydb.query.syntax.SelectQuery.OrderBy;
import org.mayflydb.query.syntax.SelectQuery.Projection;
import org.mayflydb.query.syntax.SelectQuery.SortDirection;
import org.mayflydb.query.syntax.SelectQuery.SortItem;
import org.mayflydb.query.syntax.SelectQuery.Source;

/** Trees of any shape that a text can have, from a seed. */
final class RandomTrees {
    /** Names that have a special form in some places are names all the same. */
    private static final List<String> NAMES =
            List.of("c", "a", "_rid", "x1", "ROOT", "let", "RANK", "all", "First", "LAST", "NaN1");

    private static final List<String> STRINGS = List.of(
            "", "a", "value", "a b", "it's", "\"", "\\", "\n\t\u0001", "größe", "\uD83D\uDE00", "--", "/*", "1", "udf");

    private static final List<String> NUMBERS =
            List.of("0", "1", "42", "0.5", "1.50", "1e3", "2E-7", "12345678901234567890", "9007199254740993");

    private final Random random;

    RandomTrees(Random random) {
        this.random = random;
    }

    SelectQuery query(int depth) {
        boolean rank = chance(8);
        return new SelectQuery(
                projection(depth),
                chance(4),
                chance(4) ? count() : null,
                IntStream.range(0, random.nextInt(4))
                        .mapToObj(i -> source(depth))
                        .toList(),
                chance(2) ? expression(depth) : null,
                chance(4) ? some(1, () -> expression(depth)) : List.of(),
                chance(4)
                        ? new OrderBy(
                                rank,
                                some(1, () -> new SortItem(rank ? call(depth) : expression(depth), direction())),
                                Span.NONE)
                        : null,
                chance(4) ? new OffsetLimit(count(), count(), Span.NONE) : null,
                Span.NONE);
    }

    private Projection projection(int depth) {
        return switch (random.nextInt(3)) {
            case 0 -> new Projection.Star(Span.NONE);
            case 1 -> new Projection.Value(expression(depth));
            default ->
                new Projection.Members(some(
                        1,
                        () -> new Projection.Item(
                                expression(depth), chance(2) ? null : chance(2) ? name() : pick(STRINGS))));
        };
    }

    private Source source(int depth) {
        boolean iterated = chance(2);
        SqlExpression collection = switch (random.nextInt(4)) {
            case 0 -> call(depth);
            case 1 -> subquery(SqlExpression.Subquery.Kind.SCALAR, depth);
            default -> path();
        };
        return new Source(iterated || chance(2) ? name() : null, iterated, collection, Span.NONE);
    }

    private SqlExpression path() {
        SqlExpression path = new SqlExpression.Identifier(name(), Span.NONE);
        for (int i = random.nextInt(3); i > 0; i--) {
            path = chance(2)
                    ? new SqlExpression.Member(path, chance(2) ? name() : pick(STRINGS), Span.NONE)
                    : new SqlExpression.Indexed(path, number(), Span.NONE);
        }
        return path;
    }

    private SqlExpression count() {
        return chance(2) ? number() : new SqlExpression.Parameter("@" + name(), Span.NONE);
    }

    private @Nullable SortDirection direction() {
        return chance(2) ? null : pick(List.of(SortDirection.values()));
    }

    SqlExpression expression(int depth) {
        if (depth <= 0 || chance(8)) {
            return leaf();
        }
        Supplier<SqlExpression> part = () -> expression(depth - 1 - random.nextInt(2));
        return switch (random.nextInt(17)) {
            case 0 ->
                new SqlExpression.Unary(pick(List.of(SqlExpression.UnaryOperator.values())), part.get(), Span.NONE);
            case 1 -> new SqlExpression.Conditional(part.get(), part.get(), part.get(), Span.NONE);
            case 2 -> new SqlExpression.Between(part.get(), part.get(), part.get(), chance(2), Span.NONE);
            case 3 -> new SqlExpression.InList(part.get(), some(1, part), chance(2), Span.NONE);
            case 4 ->
                new SqlExpression.Like(part.get(), part.get(), chance(2) ? null : pick(STRINGS), chance(2), Span.NONE);
            case 5 -> new SqlExpression.ArrayConstructor(some(0, part), Span.NONE);
            case 6 ->
                new SqlExpression.ObjectConstructor(
                        some(0, () -> new SqlExpression.Field(chance(2) ? name() : pick(STRINGS), part.get())),
                        Span.NONE);
            case 7 -> call(depth - 1);
            case 8 -> new SqlExpression.UdfCall(name(), some(0, part), Span.NONE);
            case 9 -> subquery(pick(List.of(SqlExpression.Subquery.Kind.values())), depth - 2);
            case 10 -> new SqlExpression.Let(name(), part.get(), part.get(), Span.NONE);
            case 11 -> new SqlExpression.Member(part.get(), chance(2) ? name() : pick(STRINGS), Span.NONE);
            case 12 -> new SqlExpression.Indexed(part.get(), index(depth - 1), Span.NONE);
            default ->
                new SqlExpression.Binary(
                        pick(List.of(SqlExpression.BinaryOperator.values())), part.get(), part.get(), Span.NONE);
        };
    }

    /** Anything but a string, which would be a name. */
    private SqlExpression index(int depth) {
        SqlExpression index = expression(depth);
        return index instanceof SqlExpression.Literal literal && literal.value() instanceof JsonString
                ? number()
                : index;
    }

    private SqlExpression call(int depth) {
        return new SqlExpression.Call(chance(8) ? "Infinity" : name(), some(0, () -> expression(depth - 1)), Span.NONE);
    }

    private SqlExpression subquery(SqlExpression.Subquery.Kind kind, int depth) {
        return new SqlExpression.Subquery(kind, query(depth), Span.NONE);
    }

    private SqlExpression leaf() {
        return switch (random.nextInt(4)) {
            case 0 -> new SqlExpression.Parameter("@" + name(), Span.NONE);
            case 1 -> path();
            default -> new SqlExpression.Literal(constant(), Span.NONE);
        };
    }

    private @Nullable JsonValue constant() {
        return switch (random.nextInt(7)) {
            case 0 -> null;
            case 1 -> JsonNull.NULL;
            case 2 -> JsonBoolean.of(chance(2));
            case 3 -> JsonNumber.computed(chance(2) ? Double.NaN : Double.POSITIVE_INFINITY);
            case 4 -> new JsonString(pick(STRINGS));
            default -> new JsonNumber(pick(NUMBERS));
        };
    }

    private SqlExpression number() {
        return new SqlExpression.Literal(new JsonNumber(pick(NUMBERS)), Span.NONE);
    }

    private String name() {
        return pick(NAMES);
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private <T> List<T> some(int least, Supplier<T> part) {
        return IntStream.range(0, least + random.nextInt(3))
                .mapToObj(i -> part.get())
                .toList();
    }
}
