package org.mayflydb.item.expiry;

import java.util.OptionalLong;
import org.mayflydb.ttl.ExpiryRule;

/**
 * What has expired in a container and is still stored.
 *
 * @param items how many items that are, as far as they were counted
 * @param bytes the size of their JSON
 * @param complete whether all of them were counted; if not, there are more
 * @param earliestDeadline the earliest deadline that was met among them, or {@link ExpiryRule#NEVER} if there is none
 * @param lateSeconds for how long that has passed; 0 if there is none
 */
public record Backlog(long items, long bytes, boolean complete, long earliestDeadline, long lateSeconds) {
    public static final Backlog NONE = new Backlog(0, 0, true, ExpiryRule.NEVER, 0);

    public Backlog plus(Backlog other) {
        return new Backlog(
                items + other.items,
                bytes + other.bytes,
                complete && other.complete,
                Math.min(earliestDeadline, other.earliestDeadline),
                Math.max(lateSeconds, other.lateSeconds));
    }

    /** The earliest deadline, in seconds; empty if nothing waits. */
    public OptionalLong oldestDeadline() {
        return earliestDeadline == ExpiryRule.NEVER ? OptionalLong.empty() : OptionalLong.of(earliestDeadline);
    }
}
