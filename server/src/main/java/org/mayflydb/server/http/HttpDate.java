package org.mayflydb.server.http;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The {@code date} header line, made once a second. */
final class HttpDate {
    /** Where the day begins, and where it ends if it has one digit: {@code Sun, 8 Nov 2026 …}. */
    private static final int DAY = 5;

    private static final int DAY_END = 6;

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
            current = new Line(second, ("date: " + text(second) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            line = current;
        }
        return current.bytes;
    }

    /**
     * HTTP wants two digits for the day, where the JDK's format gives one if that is enough. A pattern would do both, but
     * it looks for the names of days in the data of all languages, which takes a tenth of a second of the first answer.
     */
    private static String text(long second) {
        String text = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC));
        return text.charAt(DAY_END) == ' ' ? text.substring(0, DAY) + "0" + text.substring(DAY) : text;
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Line(long second, byte[] bytes) {}
}
