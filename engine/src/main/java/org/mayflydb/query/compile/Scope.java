package org.mayflydb.query.compile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.query.syntax.Span;
import org.mayflydb.query.syntax.SqlErrors;

/** The names that an expression may use. Inner ones hide outer ones. */
final class Scope {
    private final @Nullable Scope outer;
    private final Map<String, Binding> bindings = new HashMap<>();

    /** Whether the rows that the names stand for were summed up: then only grouping expressions may use them. */
    private final boolean rowsGone;

    /** What a name stands for. */
    sealed interface Binding {
        /** The item, or what is at a path in it. */
        record ItemPath(List<String> path) implements Binding {}

        /** A value that is computed for every row. */
        record Slot(int index) implements Binding {}
    }

    private Scope(@Nullable Scope outer, boolean rowsGone) {
        this.outer = outer;
        this.rowsGone = rowsGone;
    }

    static Scope outermost() {
        return new Scope(null, false);
    }

    Scope inner() {
        return new Scope(this, false);
    }

    /** The same names after grouping. */
    Scope grouped() {
        return new Scope(this, true);
    }

    void bind(String name, Binding binding) {
        bindings.put(name, binding);
    }

    Binding find(String name, Span span) {
        boolean gone = false;
        for (Scope scope = this; scope != null; scope = scope.outer) {
            gone |= scope.rowsGone;
            Binding found = scope.bindings.get(name);
            if (found != null) {
                if (gone) {
                    throw notGrouped(name, span);
                }
                return found;
            }
        }
        throw SqlErrors.compile("SC2001", span, "Identifier '" + name + "' could not be resolved.");
    }

    static RuntimeException notGrouped(String reference, Span span) {
        return SqlErrors.compile(
                "SC2102",
                span,
                "Property reference '" + reference + "' is invalid in the select list because it is not contained in "
                        + "either an aggregate function or the GROUP BY clause.");
    }
}
