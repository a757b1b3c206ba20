package org.mayflydb.database;

import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.Items;

/**
 * A container's place among the open ones. Its monitor is held by who opens, changes or discards the container, and by
 * nobody else; requests read the state without it.
 */
final class OpenContainer {
    private volatile State state = new State(null, null, false);

    /**
     * @param items null until the container is open
     * @param applied the record that the items were last brought into line with, by identity: records never change
     * @param changing whether somebody is bringing them into line with another
     */
    private record State(@Nullable Items items, @Nullable ContainerRecord applied, boolean changing) {}

    @Nullable
    Items items() {
        return state.items;
    }

    /**
     * The items if they can be used at once. While they are being changed they can: such a request is concurrent with the
     * change, and every part of a change is made to be seen by requests under way.
     */
    @Nullable
    @SuppressWarnings("ReferenceEquality") // records of the catalog are replaced, never changed
    Items usable(ContainerRecord container) {
        State seen = state;
        return seen.applied == container || seen.changing ? seen.items : null;
    }

    /** From here until {@link #changed} requests use the items as they are. */
    void changing() {
        state = new State(state.items, null, true);
    }

    /** @param applied null if it is to be found out by the next request */
    void changed(@Nullable Items items, @Nullable ContainerRecord applied) {
        state = new State(items, applied, false);
    }
}
