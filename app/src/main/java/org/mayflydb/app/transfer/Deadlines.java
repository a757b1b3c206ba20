package org.mayflydb.app.transfer;

import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/**
 * Lets items end when they would have ended where they come from.
 *
 * <p>Every write restarts an item's clock, and an import is a write. So an item with a deadline gets a {@code ttl} of its own,
 * the seconds that it has left, in place of the one it had or inherited.
 */
final class Deadlines {
    private static final String TTL = "ttl";

    private final @Nullable Long sourceDefault;
    private final InstantSource clock;

    /**
     * @param sourceDefault the {@code defaultTtl} of the container that the items come from; null if its TTL is off,
     *     and then none of its items has a deadline
     */
    Deadlines(@Nullable JsonValue sourceDefault, InstantSource clock) {
        this.sourceDefault =
                sourceDefault == null || sourceDefault instanceof JsonNull ? null : (Long) seconds(sourceDefault);
        this.clock = clock;
    }

    /**
     * The item as it is to be written; null if its deadline has passed.
     *
     * @throws BadRequestException if it does not say when it was written
     */
    @Nullable
    JsonObject keep(JsonObject item) {
        if (!(item.get(ItemLine.TIMESTAMP) instanceof JsonNumber timestamp)) {
            throw new BadRequestException("it has no '_ts', which --keep-deadlines needs: export with --timestamps");
        }
        JsonValue own = item.get(TTL);
        if (sourceDefault == null) {
            return item;
        }
        long lifetime = own == null || own instanceof JsonNull ? sourceDefault : seconds(own);
        if (lifetime < 0) {
            return item;
        }
        long left = (long) timestamp.doubleValue() + lifetime - clock.instant().getEpochSecond();
        return left <= 0 ? null : item.with(TTL, JsonNumber.of(left));
    }

    private static long seconds(JsonValue value) {
        if (value instanceof JsonNumber number && number.isIntegral()) {
            return (long) number.doubleValue();
        }
        throw new BadRequestException("'" + value + "' is not a TTL in seconds");
    }
}
