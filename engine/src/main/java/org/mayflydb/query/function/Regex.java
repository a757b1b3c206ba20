package org.mayflydb.query.function;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A compiled regular expression, of a kind whose searches never go back: time is bounded by text and expression. */
final class Regex {
    /** Steps of one call, a step being one position of the expression at one character: seconds at the worst. */
    private static final long STEPS_MAX = 1L << 28;

    /** A query has a handful of expressions; this is for many queries at once. */
    private static final int KEPT_MAX = 256;

    private static final int KEPT_CHARACTERS_MAX = 512;

    private static final Map<Source, Regex> KEPT = new ConcurrentHashMap<>();

    private final Pattern pattern;
    private final long looksMax;

    private record Source(String expression, String modifiers) {}

    private Regex(Pattern pattern, long positions) {
        this.pattern = pattern;
        this.looksMax = STEPS_MAX / positions;
    }

    /** Null if the expression or its modifiers are not valid, or if it is too large. */
    static @Nullable Regex find(String expression, String modifiers) {
        Source source = new Source(expression, modifiers);
        Regex kept = KEPT.get(source);
        if (kept != null) {
            return kept;
        }
        Regex compiled = compile(expression, modifiers);
        if (compiled != null && expression.length() <= KEPT_CHARACTERS_MAX) {
            if (KEPT.size() >= KEPT_MAX) {
                // Expressions taken from items would fill it; those of queries come back at the next row.
                KEPT.clear();
            }
            KEPT.put(source, compiled);
        }
        return compiled;
    }

    private static @Nullable Regex compile(String expression, String modifiers) {
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
        if (positions.isEmpty()) {
            return null;
        }
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

    /** To be used for one call; it throws {@link RegexText.ExhaustedException} when it takes too long. */
    Matcher matcher(String text) {
        return pattern.matcher(new RegexText(text, looksMax));
    }

    int groups() {
        return pattern.groupCount();
    }
}
