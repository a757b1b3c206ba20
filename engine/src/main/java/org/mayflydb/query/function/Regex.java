package org.mayflydb.query.function;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A compiled regular expression, of a kind whose searches never go back: time is bounded by text and expression. */
final class Regex {
    /** Trying a position takes about as long as comparing this many characters. */
    private static final int POSITION_WEIGHT = 8;

    /** Compiling a position takes about as long as comparing this many characters. */
    private static final int COMPILATION_WEIGHT = 64;

    /** What a position of a compiled expression and of the machines that run it takes, at most. */
    private static final int POSITION_BYTES = 400;

    /** A query has a handful of expressions; this is for many queries at once. */
    private static final long KEPT_BYTES_MAX = 8L << 20;

    private static final Cache<Source, Regex> KEPT = Caffeine.newBuilder()
            .maximumWeight(KEPT_BYTES_MAX)
            .weigher(Regex::retainedBytes)
            .executor(Runnable::run)
            .build();

    private final Pattern pattern;
    private final long positions;

    private record Source(String expression, String modifiers) {}

    private Regex(Pattern pattern, long positions) {
        this.pattern = pattern;
        this.positions = positions;
    }

    private static int retainedBytes(Source source, Regex regex) {
        int characters = source.expression.length() + source.modifiers.length();
        return Math.toIntExact(POSITION_BYTES * regex.positions + 4L * characters);
    }

    /** Null if the expression or its modifiers are not valid, or if it is too large, or see {@link RegexFolding}. */
    static @Nullable Regex find(String expression, String modifiers, Meter meter) {
        Source source = new Source(expression, modifiers);
        Regex kept = KEPT.getIfPresent(source);
        if (kept != null) {
            return kept;
        }
        Regex compiled = compile(expression, modifiers, meter);
        if (compiled != null) {
            KEPT.put(source, compiled);
        }
        return compiled;
    }

    /** How many bytes the expressions that are kept take, about. */
    static long keptBytes() {
        KEPT.cleanUp();
        return KEPT.policy().eviction().orElseThrow().weightedSize().orElse(0);
    }

    private static @Nullable Regex compile(String expression, String modifiers, Meter meter) {
        int flags = 0;
        boolean spaced = false;
        for (int i = 0; i < modifiers.length(); i++) {
            switch (modifiers.charAt(i)) {
                case 'i' -> flags |= Pattern.CASE_INSENSITIVE;
                case 'm' -> flags |= Pattern.MULTILINE;
                case 's' -> flags |= Pattern.DOTALL;
                case 'x' -> spaced = true;
                default -> {
                    return null;
                }
            }
        }
        String plain = spaced ? withoutSpace(expression) : expression;
        OptionalLong positions = RegexSize.of(plain);
        if (positions.isEmpty() || RegexFolding.isEndless(plain, (flags & Pattern.CASE_INSENSITIVE) != 0)) {
            return null;
        }
        meter.spend(1 + COMPILATION_WEIGHT * positions.getAsLong() / Meter.CHARACTERS_PER_STEP);
        try {
            return new Regex(Pattern.compile(plain, flags), positions.getAsLong());
        } catch (PatternSyntaxException notValid) {
            return null;
        }
    }

    /** Drops white space and comments to the end of the line, except where escaped or inside of brackets. */
    private static String withoutSpace(String expression) {
        StringBuilder plain = new StringBuilder(expression.length());
        boolean inSet = false;
        for (int i = 0; i < expression.length(); i++) {
            char next = expression.charAt(i);
            if (next == '\\' && i + 1 < expression.length()) {
                plain.append(next).append(expression.charAt(++i));
            } else if (!inSet && next == '#') {
                int lineEnd = expression.indexOf('\n', i);
                i = lineEnd < 0 ? expression.length() : lineEnd;
            } else if (inSet || !Character.isWhitespace(next)) {
                inSet = inSet ? next != ']' : next == '[';
                plain.append(next);
            }
        }
        return plain.toString();
    }

    /** To be used for one call, whose work is charged to the meter. */
    Matcher matcher(String text, int group, Meter meter) {
        // Each position under way carries the places of all groups, if somebody asks for one.
        long tried = group == 0 ? positions : positions * (1 + groups());
        return pattern.matcher(new RegexText(text, POSITION_WEIGHT * tried, meter));
    }

    int groups() {
        return pattern.groupCount();
    }
}
