package org.mayflydb.storage;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changes to one partition, applied whole or not at all. The last change to a key wins. */
public final class Commit {

    /** A key of {@link Space#MAIN} that must still have this value; a null value means that the key must be absent. */
    @SuppressWarnings("ArrayRecordComponent") // never compared as a value
    public record Condition(byte[] key, byte @Nullable [] value) {}

    /** A put, or a delete where the value is null. */
    @SuppressWarnings("ArrayRecordComponent") // never compared as a value
    public record Change(Space space, byte[] key, byte @Nullable [] value) {

        /** A change in {@link Space#MAIN}. */
        public Change(byte[] key, byte @Nullable [] value) {
            this(Space.MAIN, key, value);
        }
    }

    private final Durability durability;
    private final List<Condition> conditions = new ArrayList<>(1);
    private final List<Change> changes = new ArrayList<>();

    public Commit(Durability durability) {
        this(durability, List.of());
    }

    public Commit(Durability durability, List<Change> changes) {
        this.durability = durability;
        changes.forEach(this::add);
    }

    public Commit ifAbsent(byte[] key) {
        conditions.add(new Condition(key, null));
        return this;
    }

    public Commit ifValue(byte[] key, byte[] value) {
        conditions.add(new Condition(key, value));
        return this;
    }

    public Commit put(byte[] key, byte[] value) {
        return add(new Change(key, value));
    }

    public Commit put(Space space, byte[] key, byte[] value) {
        return add(new Change(space, key, value));
    }

    public Commit delete(byte[] key) {
        return add(new Change(key, null));
    }

    public Commit delete(Space space, byte[] key) {
        return add(new Change(space, key, null));
    }

    public Durability durability() {
        return durability;
    }

    public List<Condition> conditions() {
        return conditions;
    }

    public List<Change> changes() {
        return changes;
    }

    private Commit add(Change change) {
        checkSize("number of changes", changes.size() + 1, Store.COMMIT_CHANGES_MAX);
        checkSize("key", change.key().length, Store.KEY_BYTES_MAX);
        checkSize("value", change.value() == null ? 0 : change.value().length, Store.VALUE_BYTES_MAX);
        changes.add(change);
        return this;
    }

    private static void checkSize(String what, int size, int max) {
        if (size > max) {
            throw new IllegalArgumentException(what + " of a commit is " + size + ", at most " + max + " is allowed");
        }
    }
}
