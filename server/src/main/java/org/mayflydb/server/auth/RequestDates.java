package org.mayflydb.server.auth;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ForbiddenException;
import org.mayflydb.base.UnauthorizedException;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;

/**
 * Refuses signatures that are too old or too new, so that a recorded request is not good for ever. Clients take their
 * date from their machine, so it is compared with the machine's clock here and not with one that tests may move.
 */
final class RequestDates {
    private static final long SKEW_MILLIS_MAX = Duration.ofMinutes(15).toMillis();

    private final InstantSource machineClock;

    /** The newest one. Dates have whole seconds, so under load nearly every request has the same as the one before. */
    private volatile @Nullable Parsed last;

    private record Parsed(String text, long millis) {}

    RequestDates(InstantSource machineClock) {
        this.machineClock = machineClock;
    }

    void check(WireRequest request) {
        long date = parse(text(request));
        long now = machineClock.millis();
        if (Math.abs(now - date) > SKEW_MILLIS_MAX) {
            throw new ForbiddenException("The authorization token is not valid at the current time: the request has the"
                    + " date " + Instant.ofEpochMilli(date) + ", the server " + Instant.ofEpochMilli(now)
                    + ", and at most 15 minutes may be between them.");
        }
    }

    private static String text(WireRequest request) {
        String date = request.header(WireHeaders.DATE);
        if (date == null) {
            date = request.header(WireHeaders.HTTP_DATE);
        }
        if (date == null) {
            throw new UnauthorizedException(
                    "A request that is signed with a key needs a date in the header x-ms-date.");
        }
        return date;
    }

    private long parse(String text) {
        Parsed known = last;
        if (known != null && known.text.equals(text)) {
            return known.millis;
        }
        try {
            long millis = DateTimeFormatter.RFC_1123_DATE_TIME
                    .parse(text, Instant::from)
                    .toEpochMilli();
            last = new Parsed(text, millis);
            return millis;
        } catch (DateTimeException notADate) {
            throw new UnauthorizedException("The date of the request is not of the form of RFC 1123, for example"
                    + " 'Sun, 15 Nov 2026 20:55:11 GMT'.");
        }
    }
}
