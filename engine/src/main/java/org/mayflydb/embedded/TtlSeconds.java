package org.mayflydb.embedded;

import java.time.Duration;
import org.mayflydb.base.BadRequestException;

/** Lifetimes are whole seconds on the wire; a {@link Duration} may be more than that. */
final class TtlSeconds {
    private TtlSeconds() {}

    static int of(Duration duration) {
        if (duration.compareTo(Duration.ofSeconds(1)) < 0
                || duration.compareTo(Duration.ofSeconds(Integer.MAX_VALUE)) > 0
                || duration.toNanosPart() != 0) {
            throw new BadRequestException("A time to live is a whole number of seconds between 1 and "
                    + Integer.MAX_VALUE + ", not " + duration + ".");
        }
        return (int) duration.toSeconds();
    }
}
