package org.mayflydb.storage;

import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What a partition should hold: a sorted map for each space.
 *
 * @param main the entries of {@link Space#MAIN}
 * @param derived the entries of {@link Space#DERIVED}
 */
record StoreModel(NavigableMap<byte[], byte[]> main, NavigableMap<byte[], byte[]> derived) {

    StoreModel() {
        this(new TreeMap<>(Arrays::compareUnsigned), new TreeMap<>(Arrays::compareUnsigned));
    }

    StoreModel copy() {
        return new StoreModel(new TreeMap<>(main), new TreeMap<>(derived));
    }

    NavigableMap<byte[], byte[]> in(Space space) {
        return space == Space.MAIN ? main : derived;
    }

    /** Whether all conditions of a commit hold. */
    boolean allows(Commit commit) {
        return commit.conditions().stream()
                .allMatch(condition -> Arrays.equals(main.get(condition.key()), condition.value()));
    }

    void apply(Commit commit) {
        commit.changes().forEach(this::apply);
    }

    void apply(Commit.Change change) {
        byte[] value = change.value();
        if (value == null) {
            in(change.space()).remove(change.key());
        } else {
            in(change.space()).put(change.key(), value);
        }
    }
}
