package org.mayflydb.query.function;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How large a regular expression becomes when its counted repetitions are written out. Matching takes that many steps for
 * each character, and {@code ((a{1000}){1000}){1000}} would fill all memory before the first one, so the size is found out
 * from the text before anything is compiled. Text that is no regular expression has some size too.
 */
final class RegexSize {
    /** Larger expressions are refused. */
    static final int POSITIONS_MAX = 4096;

    /** The compiler calls itself once for each open group. */
    private static final int GROUPS_OPEN_MAX = 200;

    private static final Pattern REPETITION = Pattern.compile("\\{([0-9]{1,9})(,([0-9]{0,9}))?}");

    private final String pattern;
    private final Deque<Long> outside = new ArrayDeque<>();
    private int place;
    private long total;
    private long last;

    private RegexSize(String pattern) {
        this.pattern = pattern;
    }

    /** The number of positions; empty if it is more than allowed. */
    static OptionalLong of(String pattern) {
        return pattern.length() > 2 * POSITIONS_MAX ? OptionalLong.empty() : new RegexSize(pattern).measure();
    }

    private OptionalLong measure() {
        while (place < pattern.length()) {
            step(pattern.charAt(place++));
            if (total > POSITIONS_MAX || outside.size() > GROUPS_OPEN_MAX) {
                return OptionalLong.empty();
            }
        }
        return OptionalLong.of(total + 1);
    }

    private void step(char next) {
        switch (next) {
            case '\\' -> escape();
            case '[' -> set();
            case '(' -> {
                outside.push(total);
                total = 0;
                last = 0;
            }
            case ')' -> {
                last = total + 2;
                total = last + (outside.isEmpty() ? 0 : outside.pop());
            }
            case '*', '+', '?', '|' -> total++;
            case '{' -> repetition();
            default -> atom();
        }
    }

    private void atom() {
        last = 1;
        total++;
    }

    private void escape() {
        char kind = place < pattern.length() ? pattern.charAt(place++) : '\\';
        if (kind == 'Q') {
            int end = pattern.indexOf("\\E", place);
            int stop = end < 0 ? pattern.length() : end;
            total += stop - place;
            last = 1;
            place = end < 0 ? stop : end + 2;
            return;
        }
        boolean braced = (kind == 'x' || kind == 'p' || kind == 'P') && pattern.startsWith("{", place);
        if (braced && pattern.indexOf('}', place) >= 0) {
            place = pattern.indexOf('}', place) + 1;
        }
        atom();
    }

    /** Skips to the bracket that closes the set; one that comes first is a member. */
    private void set() {
        if (pattern.startsWith("^", place)) {
            place++;
        }
        int first = place;
        while (place < pattern.length() && (place == first || pattern.charAt(place) != ']')) {
            int classEnd = pattern.startsWith("[:", place) ? pattern.indexOf(":]", place + 2) : -1;
            place = classEnd >= 0 ? classEnd + 2 : place + (pattern.charAt(place) == '\\' ? 2 : 1);
        }
        place++;
        atom();
    }

    private void repetition() {
        Matcher matcher = REPETITION.matcher(pattern).region(place - 1, pattern.length());
        if (!matcher.lookingAt()) {
            atom();
            return;
        }
        place = matcher.end();
        long times = times(matcher);
        long repeated = (last + 1) * times;
        total += repeated;
        last = repeated;
    }

    private static long times(MatchResult counts) {
        long least = Long.parseLong(counts.group(1));
        String most = counts.group(3);
        return 1 + (most == null || most.isEmpty() ? least : Math.max(least, Long.parseLong(most)));
    }
}
