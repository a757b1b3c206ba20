package org.mayflydb.samples.orders;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What somebody has bought.
 *
 * @param customer whose order it is; the partition key
 * @param total in cents
 * @param ttl how many seconds the order is kept after its last write. It is left out of the JSON when null, and then the
 *     container's default applies; -1 is for ever
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record SalesOrder(
        String id, String customer, long total, @Nullable Integer ttl) {
    private static final int FOR_EVER = -1;

    /** An order that is kept for as long as the container says. */
    public SalesOrder(String id, String customer, long total) {
        this(id, customer, total, null);
    }

    /** This order, kept for {@code lifetime} after it is written. */
    public SalesOrder keptFor(Duration lifetime) {
        return new SalesOrder(id, customer, total, Math.toIntExact(lifetime.toSeconds()));
    }

    /** This order, never to expire. */
    public SalesOrder keptForEver() {
        return new SalesOrder(id, customer, total, FOR_EVER);
    }

    /** This order, again kept for as long as the container says. */
    public SalesOrder keptByDefault() {
        return new SalesOrder(id, customer, total);
    }
}
