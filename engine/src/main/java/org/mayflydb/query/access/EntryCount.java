package org.mayflydb.query.access;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mayflydb.query.plan.Condition;
import org.mayflydb.ttl.LiveItem;

/** Counts live items by their entries, without reading them. */
public final class EntryCount {
    private EntryCount() {}

    /** How many live items are in scope, or null if that cannot be known without looking at them. */
    public static @Nullable Long ofAll(PartitionView view) {
        return null;
    }

    /**
     * How many live items have one of the values, or null if that cannot be known without looking at them.
     *
     * @param overflow tells of an item that has no entries whether it counts
     */
    public static @Nullable Long of(Condition.Values values, PartitionView view, Predicate<LiveItem> overflow) {
        return null;
    }
}
