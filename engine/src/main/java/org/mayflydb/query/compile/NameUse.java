package org.mayflydb.query.compile;

import java.util.HashSet;
import java.util.Set;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SelectQuery.Projection;
import org.mayflydb.query.syntax.SqlExpression;

/** The names in an expression and its subqueries: those that it uses, and those to which it gives a meaning. */
final class NameUse {
    private final Set<String> used = new HashSet<>();
    private final Set<String> bound = new HashSet<>();

    private NameUse() {}

    static NameUse of(SqlExpression expression) {
        NameUse names = new NameUse();
        names.add(expression);
        return names;
    }

    boolean uses(String name) {
        return used.contains(name);
    }

    boolean binds(String name) {
        return bound.contains(name);
    }

    private void add(SqlExpression expression) {
        if (expression instanceof SqlExpression.Identifier name) {
            used.add(name.name());
        } else if (expression instanceof SqlExpression.Let let) {
            bound.add(let.name());
        } else if (expression instanceof SqlExpression.Subquery subquery) {
            add(subquery.query());
        }
        Trees.operands(expression).forEach(this::add);
    }

    private void add(SelectQuery query) {
        for (SelectQuery.Source source : query.sources()) {
            bound.add(SelectCompiler.alias(source));
            add(source.collection());
        }
        if (query.projection() instanceof Projection.Value value) {
            add(value.expression());
        } else if (query.projection() instanceof Projection.Members members) {
            members.items().forEach(item -> add(item.expression()));
        }
        if (query.where() != null) {
            add(query.where());
        }
        query.groupBy().forEach(this::add);
        if (query.orderBy() != null) {
            query.orderBy().items().forEach(item -> add(item.expression()));
        }
    }
}
