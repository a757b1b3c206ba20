package org.mayflydb.query.compile;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.TermPath;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SqlExpression;

/** Where in the item the names of FROM clauses point, as far as a path says it: what planning knows about names. */
public final class Aliases {
    private final Map<String, TermPath> paths;
    private final ComputedProperties computedProperties;

    private Aliases(Map<String, TermPath> paths, ComputedProperties computedProperties) {
        this.paths = paths;
        this.computedProperties = computedProperties;
    }

    /**
     * No names yet.
     *
     * @param computedProperties members of items that are at no path, because no item has them
     */
    static Aliases none(ComputedProperties computedProperties) {
        return new Aliases(Map.of(), computedProperties);
    }

    /** These names and one more, which hides an older one; one that points to no path only hides. */
    Aliases with(String name, @Nullable TermPath path) {
        Map<String, TermPath> more = new LinkedHashMap<>(paths);
        if (path == null) {
            more.remove(name);
        } else {
            more.put(name, path);
        }
        return new Aliases(more, computedProperties);
    }

    /** These names and that of one more source of a FROM clause. */
    public Aliases with(SelectQuery.Source source) {
        String name = source.alias() == null ? Trees.inferredName(source.collection()) : source.alias();
        if (name == null) {
            return this;
        }
        return with(name, pathOf(source));
    }

    /** Where the rows of a source come from, or null if no path says it. */
    @Nullable
    TermPath pathOf(SelectQuery.Source source) {
        TermPath path = pathOf(source.collection());
        return path == null || !source.iterated() ? path : path.everyElement();
    }

    /** Whether a source is the item as a whole, one row each. */
    public boolean standsForItem(SelectQuery.Source source) {
        String name = source.alias() == null ? Trees.inferredName(source.collection()) : source.alias();
        return name != null && TermPath.ITEM.equals(paths.get(name));
    }

    /** The path that the expression follows from the item, or null if it is no such path. */
    public @Nullable TermPath pathOf(SqlExpression expression) {
        if (expression instanceof SqlExpression.Identifier identifier) {
            return paths.get(identifier.name());
        }
        if (expression instanceof SqlExpression.Member member) {
            TermPath target = pathOf(member.target());
            boolean computed = TermPath.ITEM.equals(target) && computedProperties.has(member.name());
            return target == null || computed ? null : target.member(member.name());
        }
        return null;
    }
}
