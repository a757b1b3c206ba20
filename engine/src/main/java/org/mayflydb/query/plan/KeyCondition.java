package org.mayflydb.query.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.index.TermPath;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.DocumentPath;
import org.mayflydb.key.KeyComponent;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.query.plan.Condition.Bounds;

/** What a condition says about partition keys. */
public final class KeyCondition {
    /** Beyond this many it does not pay to look at each of them. */
    private static final int KEYS_MAX = 1000;

    private KeyCondition() {}

    /**
     * The partition keys of which every item that fulfils the condition has one; hierarchical ones may be only the
     * beginnings of keys. Empty if no item can fulfil the condition, null if the condition does not say.
     */
    public static @Nullable List<PartitionKey> keys(Condition condition, PartitionKeyDefinition definition) {
        if (definition.systemKey()) {
            return null;
        }
        List<List<KeyComponent>> keys = List.of(List.of());
        for (DocumentPath path : definition.paths()) {
            List<KeyComponent> values = values(condition, TermPath.of(path));
            if (values == null || (long) keys.size() * values.size() > KEYS_MAX) {
                break;
            }
            keys = combined(keys, values);
            if (keys.isEmpty()) {
                return List.of();
            }
        }
        boolean hashedTogether = definition.kind() == PartitionKeyDefinition.Kind.HASH;
        int length = keys.get(0).size();
        if (length == 0 || (hashedTogether && length < definition.paths().size())) {
            return null;
        }
        return keys.stream().map(PartitionKey::ofComponents).toList();
    }

    private static List<List<KeyComponent>> combined(List<List<KeyComponent>> keys, List<KeyComponent> values) {
        List<List<KeyComponent>> longer = new ArrayList<>();
        for (List<KeyComponent> key : keys) {
            for (KeyComponent value : values) {
                List<KeyComponent> extended = new ArrayList<>(key);
                extended.add(value);
                longer.add(extended);
            }
        }
        return longer;
    }

    private static @Nullable List<KeyComponent> values(Condition condition, TermPath path) {
        if (condition instanceof Condition.All all) {
            List<KeyComponent> common = null;
            for (Condition part : all.parts()) {
                List<KeyComponent> values = values(part, path);
                if (values != null) {
                    common = common == null
                            ? values
                            : common.stream().filter(values::contains).toList();
                }
            }
            return common;
        }
        if (condition instanceof Condition.Any any) {
            Set<KeyComponent> together = new LinkedHashSet<>();
            for (Condition part : any.parts()) {
                List<KeyComponent> values = values(part, path);
                if (values == null) {
                    return null;
                }
                together.addAll(values);
            }
            return List.copyOf(together);
        }
        return condition instanceof Condition.Values values && values.path().equals(path) ? equalities(values) : null;
    }

    private static @Nullable List<KeyComponent> equalities(Condition.Values values) {
        List<KeyComponent> components = new ArrayList<>();
        for (Bounds bounds : values.ranges()) {
            if (!(bounds instanceof Bounds.Equal equal) || !addComponents(equal.value(), components)) {
                return null;
            }
        }
        return components;
    }

    /** Adds the components that equal the value; false if those cannot be said. */
    private static boolean addComponents(JsonValue value, List<KeyComponent> components) {
        if (value instanceof JsonString string) {
            components.add(KeyComponent.of(string.value()));
        } else if (value instanceof JsonBoolean truth) {
            components.add(KeyComponent.of(truth.value()));
        } else if (value instanceof JsonNull) {
            components.add(KeyComponent.Fixed.NULL);
        } else if (value instanceof JsonNumber number && Double.isFinite(number.doubleValue())) {
            components.add(KeyComponent.of(number.doubleValue() + 0.0));
            if (number.doubleValue() == 0) {
                // It equals zero, but its hash is another.
                components.add(KeyComponent.of(-0.0));
            }
        } else {
            return false;
        }
        return true;
    }
}
