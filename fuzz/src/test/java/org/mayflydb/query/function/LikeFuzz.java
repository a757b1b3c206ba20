package org.mayflydb.query.function;

import java.util.List;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;

/** LIKE finds what a plain matcher finds, within its steps. Lines: pattern, escape character, text. */
public final class LikeFuzz implements FuzzTarget {
    private static final int CHARACTERS_MAX = 200;

    @Override
    public String name() {
        return "like";
    }

    @Override
    public void run(byte[] input) {
        List<String> lines = Parts.lines(input, 3);
        String pattern = lines.get(0);
        String text = lines.get(2);
        long[] steps = new long[1];
        Meter meter = spent -> steps[0] += spent;
        boolean escaped = lines.get(1).length() == 1;
        LikePattern compiled = escaped
                ? LikePattern.compile(pattern, lines.get(1).charAt(0), meter)
                : LikePattern.compile(pattern, meter);
        boolean found = compiled.matches(text, meter);
        Claim.holds(steps[0] <= 64 + 4L * input.length * Math.max(1, input.length / 16), "steps");
        if (!escaped && pattern.indexOf('[') < 0 && pattern.length() + text.length() <= CHARACTERS_MAX) {
            Claim.same(matches(pattern, text), found, "LIKE");
        }
    }

    /** One row of a table after the other: whether the pattern so far matches the beginnings of the text. */
    private static boolean matches(String pattern, String text) {
        boolean[] row = new boolean[text.length() + 1];
        row[0] = true;
        for (int i = 0; i < pattern.length(); i++) {
            boolean[] next = new boolean[row.length];
            char c = pattern.charAt(i);
            for (int j = 0; j < row.length; j++) {
                next[j] = c == '%'
                        ? row[j] || (j > 0 && next[j - 1])
                        : j > 0 && row[j - 1] && (c == '_' || c == text.charAt(j - 1));
            }
            row = next;
        }
        return row[text.length()];
    }
}
