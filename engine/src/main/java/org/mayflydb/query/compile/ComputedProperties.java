package org.mayflydb.query.compile;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.mayflydb.base.Invariant;
import org.mayflydb.query.syntax.SqlExpression;

/** Members that items do not have but queries see, each computed by an expression over the item. */
public final class ComputedProperties {
    public static final ComputedProperties NONE = new ComputedProperties(Map.of());

    private final Map<String, Definition> definitions;

    /** An expression and the name that it has for the item. */
    public record Definition(String alias, SqlExpression expression) {}

    public ComputedProperties(Map<String, Definition> definitions) {
        this.definitions = new LinkedHashMap<>(definitions);
    }

    public boolean has(String name) {
        return definitions.containsKey(name);
    }

    /** In the order in which they were given. */
    Set<String> names() {
        return definitions.keySet();
    }

    String alias(String name) {
        return definition(name).alias();
    }

    SqlExpression expression(String name) {
        return definition(name).expression();
    }

    private Definition definition(String name) {
        return Invariant.present(definitions.get(name), "the property is computed");
    }
}
