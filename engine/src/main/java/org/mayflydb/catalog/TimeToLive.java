package org.mayflydb.catalog;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonValue;

/** Which values a time to live may have, for the default of a container and for an item alike. */
public final class TimeToLive {

    /** Never expires; as a default, time to live is on and items may ask for it. */
    public static final int FOREVER = -1;

    /** The longest lifetime in seconds. */
    public static final int SECONDS_MAX = Integer.MAX_VALUE;

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
        if (value instanceof JsonNumber number && number.isIntegral()) {
            double seconds = number.doubleValue();
            if (seconds == FOREVER || (seconds >= 1 && seconds <= SECONDS_MAX)) {
                return (int) seconds;
            }
        }
        throw invalid(value);
    }

    /** The default of a container; null is off. */
    static @Nullable Integer containerDefault(@Nullable JsonValue value, boolean nullIsOff) {
        if (value == null || (nullIsOff && value instanceof JsonNull)) {
            return null;
        }
        return seconds(value);
    }

    /** The outcome for a value that is none. The sentence is the service's, with the JSON text of the value. */
    public static BadRequestException invalid(JsonValue value) {
        return new BadRequestException("The input ttl '" + value
                + "' is invalid. Ensure to provide a nonzero positive integer less than or equal to '" + SECONDS_MAX
                + "', or '-1' which means never expire.");
    }
}
