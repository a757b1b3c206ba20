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
        return isExpired(item, now) ? null : new LiveItem(item);
    }

    /** The item as its writer gets it back: who has just written it may see it. */
    public LiveItem written(StoredItem item) {
        return new LiveItem(item);
    }

    /** Whether the item is gone at {@code now}, in seconds since the epoch. */
    public boolean isExpired(StoredItem item, long now) {
        return isPastDeadline(item, now) || deletions.cover(item);
    }

    /** Whether it is gone because its time is over. */
    public boolean isPastDeadline(StoredItem item, long now) {
        return deadline(item) <= now;
    }

    /** The second from which the item is expired, or {@link #NEVER}. */
    public long deadline(StoredItem item) {
        return deadline(
                lifetimeStart(item), item.lifetime().kind(), item.lifetime().seconds());
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

    private long lifetimeStart(StoredItem item) {
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
