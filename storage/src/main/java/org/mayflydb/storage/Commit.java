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
    private long version;
    private Deadline deadline = Deadline.NONE;

    public Commit(Durability durability) {
        this(durability, List.of());
    }

    public Commit(Durability durability, List<Change> changes) {
        this.durability = durability;
        this.changes.addAll(changes);
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

    /**
     * A number that grows with every commit to the partition, such as the sequence of its head. Engines that order changes
     * by timestamps write with it, so that a late change cannot hide a newer one; others order by the commits themselves.
     */
    public long version() {
        return version;
    }

    public Commit version(long newVersion) {
        version = newVersion;
        return this;
    }

    /**
     * When the caller gives up. A store begins no commit whose deadline is over, and throws; a commit that has no outcome
     * by then is {@link CommitOutcome#UNKNOWN}. Local stores do not interrupt one that has begun.
     */
    public Deadline deadline() {
        return deadline;
    }

    public Commit deadline(Deadline newDeadline) {
        deadline = newDeadline;
        return this;
    }

    /**
     * Refuses to begin a commit whose deadline is over.
     *
     * @throws StoreUnavailableException if it is over
     */
    public void checkDeadline() {
        if (deadline.isOver()) {
            throw new StoreUnavailableException("the deadline of a commit was over before it began");
        }
    }

    private Commit add(Change change) {
        changes.add(change);
        return this;
    }
}
