package org.mayflydb.server.http;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The {@code date} header line, made once a second. */
final class HttpDate {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private final InstantSource clock;

    /** Replaced as a whole; two threads that make the same line at once do no harm. */
    private volatile Line line = new Line(Long.MIN_VALUE, new byte[0]);

    HttpDate(InstantSource clock) {
        this.clock = clock;
    }

    /** The line with its end, not to be changed. */
    byte[] line() {
        long second = Math.floorDiv(clock.millis(), 1000L);
        Line current = line;
        if (current.second != second) {
            String text = "date: " + FORMAT.format(Instant.ofEpochSecond(second)) + "\r\n";
            current = new Line(second, text.getBytes(StandardCharsets.US_ASCII));
            line = current;
        }
        return current.bytes;
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Line(long second, byte[] bytes) {}
}
