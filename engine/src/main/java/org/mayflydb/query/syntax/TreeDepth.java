package org.mayflydb.query.syntax;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.mayflydb.query.syntax.SelectQuery.Projection;

/**
 * How many expressions stand inside each other at most, counted without recursion: this is what finds out whether
 * others may use it.
 */
final class TreeDepth {
    private record Place(SqlExpression expression, int depth) {}

    private final Deque<Place> places = new ArrayDeque<>();
    private long expressions;

    private TreeDepth() {}

    static int of(SelectQuery query) {
        TreeDepth walk = new TreeDepth();
        walk.addQuery(query, 1);
        return walk.deepest();
    }

    static int of(SqlExpression expression) {
        TreeDepth walk = new TreeDepth();
        walk.add(expression, 1);
        return walk.deepest();
    }

    /** How many expressions there are altogether. */
    static long expressions(SelectQuery query) {
        TreeDepth walk = new TreeDepth();
        walk.addQuery(query, 1);
        int unused = walk.deepest();
        return walk.expressions;
    }

    private int deepest() {
        int deepest = 0;
        while (!places.isEmpty()) {
            Place place = places.pop();
            expressions++;
            deepest = Math.max(deepest, place.depth());
            addParts(place.expression(), place.depth() + 1);
        }
        return deepest;
    }

    private void addParts(SqlExpression expression, int depth) {
        if (expression instanceof SqlExpression.Member member) {
            add(member.target(), depth);
        } else if (expression instanceof SqlExpression.Binary binary) {
            add(binary.left(), depth);
            add(binary.right(), depth);
        } else if (expression instanceof SqlExpression.Unary unary) {
            add(unary.operand(), depth);
        } else if (expression instanceof SqlExpression.Indexed indexed) {
            add(indexed.target(), depth);
            add(indexed.index(), depth);
        } else if (expression instanceof SqlExpression.Call call) {
            addAll(call.arguments(), depth);
        } else if (expression instanceof SqlExpression.UdfCall call) {
            addAll(call.arguments(), depth);
        } else if (expression instanceof SqlExpression.ArrayConstructor array) {
            addAll(array.elements(), depth);
        } else if (expression instanceof SqlExpression.ObjectConstructor object) {
            object.fields().forEach(field -> add(field.value(), depth));
        } else if (expression instanceof SqlExpression.Conditional conditional) {
            add(conditional.condition(), depth);
            add(conditional.then(), depth);
            add(conditional.otherwise(), depth);
        } else if (expression instanceof SqlExpression.Between between) {
            add(between.value(), depth);
            add(between.low(), depth);
            add(between.high(), depth);
        } else if (expression instanceof SqlExpression.InList in) {
            add(in.value(), depth);
            addAll(in.list(), depth);
        } else if (expression instanceof SqlExpression.Like like) {
            add(like.value(), depth);
            add(like.pattern(), depth);
        } else if (expression instanceof SqlExpression.Let let) {
            add(let.value(), depth);
            add(let.body(), depth);
        } else if (expression instanceof SqlExpression.Subquery subquery) {
            addQuery(subquery.query(), depth);
        }
    }

    private void addQuery(SelectQuery query, int depth) {
        if (query.projection() instanceof Projection.Value value) {
            add(value.expression(), depth);
        } else if (query.projection() instanceof Projection.Members members) {
            members.items().forEach(item -> add(item.expression(), depth));
        }
        query.sources().forEach(source -> add(source.collection(), depth));
        add(query.where(), depth);
        addAll(query.groupBy(), depth);
        if (query.orderBy() != null) {
            query.orderBy().items().forEach(item -> add(item.expression(), depth));
        }
    }

    private void addAll(Collection<SqlExpression> expressions, int depth) {
        expressions.forEach(expression -> add(expression, depth));
    }

    private void add(@Nullable SqlExpression expression, int depth) {
        if (expression != null) {
            places.push(new Place(expression, depth));
        }
    }
}
