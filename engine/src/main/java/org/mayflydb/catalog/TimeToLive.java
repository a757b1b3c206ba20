package org.mayflydb.catalog;

import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonValue;
import org.mayflydb.ttl.Lifetime;

/** Which values the lifetimes in a container's properties may have. */
public final class TimeToLive {

    /** Never expires; as a default, time to live is on and items may ask for it. */
    public static final int FOREVER = -1;

    /**
     * What {@code "defaultTtl": null} means when a container is created. The documentation says off; a test suite of the
     * service has seen it refused. On replace it always means off.
     */
    public enum NullPolicy {
        OFF,
        REJECT_ON_CREATE
    }

    private TimeToLive() {}

    /** The seconds, or {@link #FOREVER}. A whole number with a zero fraction counts, anything else is a bad request. */
    public static int seconds(JsonValue value) {
        Lifetime lifetime = Lifetime.parse(value.toString()).orElseThrow(() -> Lifetime.invalid(value.toString()));
        return lifetime.kind() == Lifetime.Kind.NEVER ? FOREVER : lifetime.seconds();
    }

    /** The default of a container; null is off. */
    static @Nullable Integer containerDefault(@Nullable JsonValue value, boolean nullIsOff) {
        if (value == null || (nullIsOff && value instanceof JsonNull)) {
            return null;
        }
        return seconds(value);
    }
}
