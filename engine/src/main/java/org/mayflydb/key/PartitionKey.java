package org.mayflydb.key;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonObject;

/** Up to three components; a hierarchical key with fewer than its container has paths is a prefix. */
public final class PartitionKey {

    /** A hierarchical key has no more levels. */
    public static final int COMPONENTS_MAX = 3;

    /** The key of items that lack the property: {@code [{}]}. */
    public static final PartitionKey NONE = new PartitionKey(List.of(KeyComponent.Fixed.UNDEFINED));

    private static final PartitionKey EMPTY = new PartitionKey(List.of());

    private final List<KeyComponent> components;

    /** Its place if one was computed for a key that is needed more than once. Harmless if threads overwrite it. */
    private @Nullable Place place;

    /** The hash of a key by one definition. */
    record Place(PartitionKeyDefinition definition, EffectivePartitionKey hash) {}

    private PartitionKey(List<KeyComponent> components) {
        this.components = components;
    }

    /** The key without components: {@code []}. */
    public static PartitionKey empty() {
        return EMPTY;
    }

    /** A key of strings, numbers, booleans, nulls and {@link KeyComponent}s. */
    public static PartitionKey of(@Nullable Object... values) {
        List<KeyComponent> components = new ArrayList<>(values.length);
        for (Object value : values) {
            components.add(component(value));
        }
        return ofComponents(components);
    }

    /** A key of components that were found elsewhere, for example while an item was read. */
    public static PartitionKey ofComponents(List<KeyComponent> components) {
        if (components.size() > COMPONENTS_MAX) {
            throw new IllegalArgumentException("a partition key has at most three components");
        }
        return new PartitionKey(List.copyOf(components));
    }

    /** The key of an item: the values at the paths of the definition. */
    public static PartitionKey from(PartitionKeyDefinition definition, JsonObject item) {
        List<KeyComponent> components = new ArrayList<>(definition.paths().size());
        for (DocumentPath path : definition.paths()) {
            components.add(KeyComponent.of(path.find(item)));
        }
        return new PartitionKey(List.copyOf(components));
    }

    /** Reads the form of the request header, a JSON array; anything else is a bad request. */
    public static PartitionKey parse(String headerJson) {
        return PartitionKeyText.parse(headerJson);
    }

    @Nullable
    Place place() {
        return place;
    }

    void remember(Place computed) {
        place = computed;
    }

    public List<KeyComponent> components() {
        return components;
    }

    public int size() {
        return components.size();
    }

    public boolean isEmpty() {
        return components.isEmpty();
    }

    /** The first levels of a hierarchical key. */
    public PartitionKey firstLevels(int levels) {
        return new PartitionKey(components.subList(0, levels));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PartitionKey key && components.equals(key.components);
    }

    @Override
    public int hashCode() {
        return components.hashCode();
    }

    /** The form of the request header. */
    @Override
    public String toString() {
        return PartitionKeyText.format(this);
    }

    private static KeyComponent component(@Nullable Object value) {
        if (value == null) {
            return KeyComponent.Fixed.NULL;
        } else if (value instanceof KeyComponent component) {
            return component;
        } else if (value instanceof String text) {
            return KeyComponent.of(text);
        } else if (value instanceof Number number) {
            return KeyComponent.of(number.doubleValue());
        } else if (value instanceof Boolean truth) {
            return KeyComponent.of(truth);
        }
        throw new IllegalArgumentException(
                "no partition key component for " + value.getClass().getName());
    }
}
