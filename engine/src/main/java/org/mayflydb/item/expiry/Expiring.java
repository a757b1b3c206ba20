package org.mayflydb.item.expiry;

import java.util.List;
import java.util.OptionalLong;
import org.mayflydb.ttl.LiveItem;

/**
 * The live items of a container that expire by some second.
 *
 * @param items how many were counted
 * @param bytes the size of their JSON
 * @param complete false if the budget ended the count: there may be more
 * @param next some of them, the next to expire first
 */
public record Expiring(long items, long bytes, boolean complete, List<LiveItem> next) {
    public Expiring {
        next = List.copyOf(next);
    }

    /** The second at which the next of them expires; empty if there is none. */
    public OptionalLong nextDeadline() {
        return next.stream().mapToLong(LiveItem::deadline).min();
    }
}
