package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.key.PartitionKey;

/** A naive model of a container with colliding partition keys: a map of items by key value and id. */
final class CollidingItems {
    /** The name of an item. */
    record Name(String value, String user, String id) {
        private boolean hasKeyOf(Name other) {
            return value.equals(other.value) && user.equals(other.user);
        }
    }

    /**
     * An item.
     *
     * @param deadline the second from which it is expired
     */
    record Item(String unique, int n, long deadline, String rid) {}

    /** What is about to be written. */
    record Content(
            Name name, String unique, int n, @Nullable Integer ttl) {
        byte[] json() {
            return ("{\"id\":\"" + name.id + "\",\"user\":\"" + name.user + "\",\"pk\":\"" + name.value + "\",\"u\":\""
                            + unique + "\",\"n\":" + n + (ttl == null ? "" : ",\"ttl\":" + ttl) + "}")
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    private final CollidingKeySet keys;
    private final InstantSource clock;

    /** What is stored as far as anybody can tell: expired items can be restored until they are purged. */
    private final Map<Name, Item> items = new HashMap<>();

    /** The creations and replacements of each key, in order. */
    private final Map<PartitionKey, List<String>> writes = new HashMap<>();

    CollidingItems(CollidingKeySet keys, InstantSource clock) {
        this.keys = keys;
        this.clock = clock;
    }

    PartitionKey key(Name name) {
        return keys.key(name.value, name.user);
    }

    private long now() {
        return clock.instant().getEpochSecond();
    }

    boolean isLive(Item item) {
        return item.deadline > now();
    }

    @Nullable
    Item stored(Name name) {
        return items.get(name);
    }

    @Nullable
    Item live(Name name) {
        Item item = items.get(name);
        return item != null && isLive(item) ? item : null;
    }

    int size() {
        return items.size();
    }

    /** Another live item of the same key has the unique value. */
    boolean isTaken(Content content) {
        return items.entrySet().stream().anyMatch(other -> isRival(content, other) && isLive(other.getValue()));
    }

    private static boolean isRival(Content content, Map.Entry<Name, Item> other) {
        return other.getKey().hasKeyOf(content.name)
                && !other.getKey().id.equals(content.name.id)
                && other.getValue().unique.equals(content.unique);
    }

    /** Takes over a write that was made. */
    void write(Content content, String rid) {
        Name name = content.name;
        Item before = live(name);
        if (before == null) {
            assertThat(items.values()).extracting(Item::rid).doesNotContain(rid);
        } else {
            assertThat(rid).isEqualTo(before.rid);
        }
        items.entrySet().removeIf(other -> isRival(content, other));
        long deadline = content.ttl == null ? Long.MAX_VALUE : now() + content.ttl;
        items.put(name, new Item(content.unique, content.n, deadline, rid));
        addWrite(before == null ? "CREATE " : "REPLACE ", name);
    }

    /** Makes an expired item live for ever. */
    void restore(Name name, Item expired) {
        items.put(name, new Item(expired.unique, expired.n, Long.MAX_VALUE, expired.rid));
        addWrite("REPLACE ", name);
    }

    private void addWrite(String operation, Name name) {
        writes.computeIfAbsent(key(name), key -> new ArrayList<>()).add(operation + name.id);
    }

    void delete(Name name) {
        items.remove(name);
    }

    /** Deletes the items of a key, or of all keys with its first level. */
    void deleteKey(Name name, boolean firstLevel) {
        items.keySet().removeIf(other -> firstLevel ? other.value.equals(name.value) : other.hasKeyOf(name));
    }

    void purge() {
        items.values().removeIf(item -> !isLive(item));
    }

    /** The creations and replacements of a key, in order. */
    List<String> writes(PartitionKey key) {
        return writes.getOrDefault(key, List.of());
    }

    /** The numbers of the live items in a scope. */
    List<String> numbers(@Nullable PartitionKey scope) {
        return items.entrySet().stream()
                .filter(entry -> isLive(entry.getValue()))
                .filter(entry -> scope == null
                        || scope.equals(key(entry.getKey()))
                        || scope.equals(PartitionKey.of(entry.getKey().value)))
                .map(entry -> Integer.toString(entry.getValue().n))
                .toList();
    }
}
