package org.mayflydb.item.expiry;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.LifetimeOrigin;
import org.mayflydb.ttl.StoredItem;

/**
 * Why and when an item expires.
 *
 * @param now the second that it was judged at
 * @param ttl the container's time to live
 * @param life what is known of the item; null if it is absent
 */
public record Explanation(
        State state, long now, ContainerTtl ttl, @Nullable Life life) {

    /** What there is of an item. */
    public enum State {
        /** It can be read. */
        LIVE,
        /** Its time is over, nobody can read it, and it is still stored. */
        EXPIRED,
        /** Nothing is stored under its name: it never was, or was deleted, or has been purged. Nobody knows which. */
        ABSENT
    }

    /**
     * What decides about a stored item.
     *
     * @param lifetime what the item says of itself
     * @param timestamp the second of its last write
     * @param start the second that its lifetime counts from; not the last write where the container has another clock
     * @param deadline the second from which it is expired, or {@link ExpiryRule#NEVER}
     */
    public record Life(LifetimeOrigin origin, Lifetime lifetime, long timestamp, long start, long deadline) {}

    public static Explanation absent(long now, ExpiryRule rule) {
        return new Explanation(State.ABSENT, now, rule.ttl(), null);
    }

    public static Explanation of(StoredItem item, long now, ExpiryRule rule) {
        Life life = new Life(
                rule.origin(item.lifetime()),
                item.lifetime(),
                item.timestamp(),
                rule.lifetimeStart(item),
                rule.deadline(item));
        return new Explanation(rule.isExpired(item, now) ? State.EXPIRED : State.LIVE, now, rule.ttl(), life);
    }

    /** How many seconds are left, not more than 0 if it has expired; empty if it never expires or is absent. */
    public OptionalLong secondsLeft() {
        return life == null || life.deadline == ExpiryRule.NEVER
                ? OptionalLong.empty()
                : OptionalLong.of(life.deadline - now);
    }
}
