package org.mayflydb.ttl;

import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/**
 * Decides who may be seen. A pure function of an item's last write, its own lifetime, the container's setting and the
 * time:
 *
 * <pre>
 *   container \ item    nothing        -1       n
 *   off                 never          never    never
 *   -1                  never          never    _ts + n
 *   m                   _ts + m        never    _ts + n
 * </pre>
 *
 * An item is expired from its deadline on, that second included. What was deleted with its whole logical partition and is
 * still stored counts as expired too, so that nobody can forget to ask.
 */
public record ExpiryRule(ContainerTtl ttl, KeyDeletions deletions) {

    /** The deadline of what never expires. */
    public static final long NEVER = Long.MAX_VALUE;

    public ExpiryRule(ContainerTtl ttl) {
        this(ttl, KeyDeletions.none());
    }

    /** The item, if it may be seen at {@code now}; null if it has expired. */
    public @Nullable LiveItem visible(StoredItem item, long now) {
        long deadline = deadline(item);
        return isPast(deadline, now) || deletions.cover(item) ? null : new LiveItem(item, deadline, now);
    }

    /** The item, if it has expired at {@code now}, for operators; null if it may be seen. */
    public @Nullable ExpiredItem expired(StoredItem item, long now) {
        long deadline = deadline(item);
        return isPast(deadline, now) && !deletions.cover(item) ? new ExpiredItem(item, deadline) : null;
    }

    /** The item as its writer gets it back: who has just written it may see it. */
    public LiveItem written(StoredItem item) {
        return new LiveItem(item, deadline(item), item.timestamp());
    }

    /** Whether the item is gone at {@code now}, in seconds since the epoch. */
    public boolean isExpired(StoredItem item, long now) {
        return isPastDeadline(item, now) || deletions.cover(item);
    }

    /** Whether it is gone because its time is over. */
    public boolean isPastDeadline(StoredItem item, long now) {
        return isPast(deadline(item), now);
    }

    /** Whether what has this deadline is expired at {@code now}. */
    public static boolean isPast(long deadline, long now) {
        return deadline <= now;
    }

    /** The second from which the item is expired, or {@link #NEVER}. */
    public long deadline(StoredItem item) {
        return deadline(
                lifetimeStart(item), item.lifetime().kind(), item.lifetime().seconds());
    }

    /** The second from which an item is expired whose last write and own lifetime add up to {@code ownEnd}. */
    public long deadlineOfOwn(long ownEnd) {
        return ttl.isOn() ? ownEnd : NEVER;
    }

    /** Who decides how long an item with this lifetime lives. */
    public LifetimeOrigin origin(Lifetime lifetime) {
        if (!ttl.isOn()) {
            return LifetimeOrigin.TIME_TO_LIVE_OFF;
        }
        return switch (lifetime.kind()) {
            case NEVER -> LifetimeOrigin.ITEM_NEVER;
            case SECONDS -> LifetimeOrigin.ITEM_SECONDS;
            case INHERIT ->
                ttl.mode() == ContainerTtl.Mode.DEFAULT
                        ? LifetimeOrigin.CONTAINER_DEFAULT
                        : LifetimeOrigin.CONTAINER_WITHOUT_DEFAULT;
        };
    }

    /** The second from which something that counts from {@code start} and has this lifetime is expired. */
    public long deadline(long start, Lifetime.Kind kind, int seconds) {
        return switch (ttl.mode()) {
            case OFF -> NEVER;
            case OWN_ONLY -> kind == Lifetime.Kind.SECONDS ? later(start, seconds) : NEVER;
            case DEFAULT ->
                switch (kind) {
                    case INHERIT -> later(start, ttl.defaultSeconds());
                    case NEVER -> NEVER;
                    case SECONDS -> later(start, seconds);
                };
        };
    }

    /** Adds without wrapping around: a start that a document claims may be any number. */
    private static long later(long start, int seconds) {
        return start > NEVER - seconds ? NEVER : start + seconds;
    }

    /** The second that the item's lifetime counts from: its last write, unless the container has another clock. */
    public long lifetimeStart(StoredItem item) {
        if (ttl.clockPath() == null) {
            return item.timestamp();
        }
        // Only containers with the old ttlPropertyPath come here: the start is inside the document. One that has no
        // number there counts from its last write like any other item.
        JsonValue document = JsonValue.parse(item.json());
        JsonValue start =
                document instanceof JsonObject object ? ttl.clockPath().find(object) : null;
        return start instanceof JsonNumber number ? (long) number.doubleValue() : item.timestamp();
    }
}
