package org.mayflydb.query.function;

import java.time.LocalDateTime;

/**
 * The pattern of DATETIMEFORMAT. Runs of {@code y M d H h m s f F} stand for parts of the date-time, {@code tt} for AM or
 * PM; what follows a backslash, and everything else, is itself.
 */
record DateTimePattern(String pattern) {
    private static final String PARTS = "yMdHhmsfFt";
    private static final int FRACTION_DIGITS = 7;

    String format(LocalDateTime time) {
        StringBuilder target = new StringBuilder(pattern.length());
        int place = 0;
        while (place < pattern.length()) {
            char next = pattern.charAt(place);
            if (next == '\\' && place + 1 < pattern.length()) {
                target.append(pattern.charAt(place + 1));
                place += 2;
            } else if (PARTS.indexOf(next) >= 0) {
                int end = place + 1;
                while (end < pattern.length() && pattern.charAt(end) == next) {
                    end++;
                }
                append(target, time, next, end - place);
                place = end;
            } else {
                target.append(next);
                place++;
            }
        }
        return target.toString();
    }

    private static void append(StringBuilder target, LocalDateTime time, char part, int length) {
        switch (part) {
            case 'y' -> appendNumber(target, length > 2 ? time.getYear() : time.getYear() % 100, length);
            case 'M' -> appendNumber(target, time.getMonthValue(), length);
            case 'd' -> appendNumber(target, time.getDayOfMonth(), length);
            case 'H' -> appendNumber(target, time.getHour(), length);
            case 'h' -> appendNumber(target, (time.getHour() + 11) % 12 + 1, length);
            case 'm' -> appendNumber(target, time.getMinute(), length);
            case 's' -> appendNumber(target, time.getSecond(), length);
            case 'f' -> target.append(fraction(time, length));
            case 'F' -> target.append(fraction(time, length).replaceFirst("0+$", ""));
            default -> target.append(length == 1 ? "t" : time.getHour() < 12 ? "AM" : "PM");
        }
    }

    private static void appendNumber(StringBuilder target, int number, int length) {
        DateTimeText.append(target, number, Math.min(length, 4));
    }

    private static String fraction(LocalDateTime time, int length) {
        StringBuilder digits = new StringBuilder();
        DateTimeText.append(digits, DateTimeText.fraction(time), FRACTION_DIGITS);
        return digits.substring(0, Math.min(length, FRACTION_DIGITS));
    }
}
