package org.mayflydb.query.function;

import com.google.re2j.Matcher;
import java.util.List;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;

/** A search with a regular expression ends within its steps. Lines: expression, modifiers, text. */
public final class RegexFuzz implements FuzzTarget {
    private static final long STEPS_MAX = 1L << 22;

    @Override
    public String name() {
        return "regex";
    }

    @Override
    public long allocatedBytesMax(int inputBytes) {
        // A step stands for the look at a character with all that the machine of an expression keeps for it.
        return (256L << 20) + 4096L * inputBytes;
    }

    @Override
    public void run(byte[] input) {
        List<String> lines = Parts.lines(input, 3);
        String modifiers = lines.get(1).length() > 4 ? "" : lines.get(1);
        long[] left = {STEPS_MAX};
        Meter meter = spent -> {
            left[0] -= spent;
            if (left[0] < 0) {
                throw new BadRequestException("too much work");
            }
        };
        Decoded.fromClient(() -> {
            Regex regex = Regex.find(lines.get(0), modifiers, meter);
            if (regex == null) {
                return null;
            }
            for (int group = 0; group <= Math.min(2, regex.groups()); group++) {
                Matcher matcher = regex.matcher(lines.get(2), group, meter);
                while (matcher.find()) {
                    String found = matcher.group(group);
                    Claim.holds(found == null || lines.get(2).contains(found), "a match is a part of the text");
                }
            }
            return regex;
        });
    }
}
