package org.mayflydb.database;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.Items;
import org.mayflydb.partition.PartitionSpec;

/**
 * The state of one container in memory. Its monitor is held by the thread that opens, changes or discards the container;
 * requests read the state without it.
 */
final class OpenContainer {
    private volatile State state = new State(null, null, Status.STALE);

    /** The opening in progress, which all requests that need the container share. */
    private @Nullable Opening opening; // guarded by lock

    private final Object lock = new Object();

    private enum Status {
        /** In line with the record. */
        CURRENT,
        /** Being brought into line with a record. */
        CHANGING,
        /** Perhaps half in line with a record: a change has failed. */
        STALE
    }

    /**
     * @param items null until the container is open
     * @param record the one that the items were last brought into line with; null if there is none
     */
    private record State(@Nullable Items items, @Nullable ContainerRecord record, Status status) {

        boolean isUsableFor(ContainerRecord wanted) {
            return switch (status) {
                case CHANGING -> true;
                case CURRENT -> record != null && isSame(record, wanted);
                case STALE -> false;
            };
        }
    }

    @Nullable
    Items items() {
        return state.items;
    }

    /** The container with its items; null if it is not open. */
    @Nullable
    OpenedContainer opened() {
        State seen = state;
        return seen.items == null || seen.record == null ? null : new OpenedContainer(seen.record, seen.items);
    }

    /** The record that the items are in line with; null if that is not known. */
    @Nullable
    ContainerRecord applied() {
        State seen = state;
        return seen.status == Status.CURRENT ? seen.record : null;
    }

    /**
     * The items if they can be used at once. While they are being changed they can: such a request is concurrent with the
     * change, and every part of a change is designed to be seen by requests in progress.
     */
    @Nullable
    Items usable(ContainerRecord container) {
        State seen = state;
        return seen.items != null && seen.isUsableFor(container) ? seen.items : null;
    }

    /** The ETag covers the properties; a split changes the partitions and nothing else. */
    @SuppressWarnings("ReferenceEquality") // saves the comparison in nearly all cases
    private static boolean isSame(ContainerRecord known, ContainerRecord wanted) {
        return known == wanted
                || (known.etag().equals(wanted.etag()) && samePartitions(known.partitions(), wanted.partitions()));
    }

    private static boolean samePartitions(List<PartitionSpec> some, List<PartitionSpec> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            if (some.get(i).number() != others.get(i).number()) {
                return false;
            }
        }
        return true;
    }

    /** Until {@link #changed} or {@link #changeFailed}, requests use the items as they are. */
    void changing() {
        State seen = state;
        state = new State(seen.items, seen.record, Status.CHANGING);
    }

    /** The items are in line with a record. */
    void changed(Items items, ContainerRecord applied) {
        state = new State(items, applied, Status.CURRENT);
    }

    /** The next request has to bring the items into line. */
    void changeFailed() {
        State seen = state;
        state = new State(seen.items, seen.record, Status.STALE);
    }

    /** Returns the opening in progress, which is the given one if there was none. */
    Opening begin(Opening ifNone) {
        synchronized (lock) {
            if (opening == null) {
                opening = ifNone;
            }
            return opening;
        }
    }

    @SuppressWarnings("ReferenceEquality") // an opening is itself only
    void end(Opening ended) {
        synchronized (lock) {
            if (opening == ended) {
                opening = null;
            }
        }
    }
}
