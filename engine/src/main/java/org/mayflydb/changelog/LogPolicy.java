package org.mayflydb.changelog;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/**
 * For how long a container keeps a log of its changes.
 *
 * @param retentionSeconds how old a change may be and still be read; 0 if no log is kept
 * @param previousImages whether readers are shown what an item was before a change, where the log still has it
 */
public record LogPolicy(long retentionSeconds, boolean previousImages) {
    public static final LogPolicy NONE = new LogPolicy(0, false);

    private static final String RETENTION = "retentionDuration";
    private static final String PREVIOUS = "previousImages";
    private static final int SECONDS_PER_MINUTE = 60;

    /**
     * Reads a container's {@code changeFeedPolicy}: {@code retentionDuration} in minutes, and {@code previousImages},
     * which is a member of our own. Without a policy, without a retention and with one of zero no log is kept.
     */
    public static LogPolicy read(@Nullable JsonValue changeFeedPolicy) {
        if (!(changeFeedPolicy instanceof JsonObject policy)) {
            return NONE;
        }
        long minutes = minutes(policy.get(RETENTION));
        boolean previousImages = truth(policy.get(PREVIOUS));
        return minutes == 0 ? NONE : new LogPolicy(minutes * SECONDS_PER_MINUTE, previousImages);
    }

    private static long minutes(@Nullable JsonValue value) {
        if (value == null || value instanceof JsonNull) {
            return 0;
        }
        Long minutes = value instanceof JsonNumber number ? number.exactLong() : null;
        if (minutes == null || minutes < 0 || minutes > Integer.MAX_VALUE) {
            throw new BadRequestException("The value of 'changeFeedPolicy' is invalid: '" + RETENTION
                    + "' must be a whole number of minutes from 0 to " + Integer.MAX_VALUE + ".");
        }
        return minutes;
    }

    private static boolean truth(@Nullable JsonValue value) {
        if (value == null || value instanceof JsonNull) {
            return false;
        }
        if (value instanceof JsonBoolean truth) {
            return truth.value();
        }
        throw new BadRequestException(
                "The value of 'changeFeedPolicy' is invalid: '" + PREVIOUS + "' must be a boolean.");
    }

    public boolean isKept() {
        return retentionSeconds > 0;
    }

    /** Whether a change of that second may be read no more. */
    boolean isPast(long timestamp, long now) {
        return timestamp + retentionSeconds <= now;
    }
}
