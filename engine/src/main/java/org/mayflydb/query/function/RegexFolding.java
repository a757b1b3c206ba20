package org.mayflydb.query.function;

import com.google.re2j.Pattern;
import java.util.Arrays;

/**
 * Finds regular expressions that RE2/J would compile for ever. Where letter case is ignored, it follows each letter to its
 * other cases until it comes back; these letters lead to some that do not lead back.
 */
final class RegexFolding {
    private static final int FIRST = 0x1C80;
    private static final int LAST = 0x1C88;
    private static final Pattern IGNORES_CASE = Pattern.compile("\\(\\?[a-zA-Z]*i");

    private RegexFolding() {}

    /**
     * Returns true if the expression ignores letter case and has one of the letters, or a range that may contain one.
     *
     * @param ignoringCase whether a modifier says so; the expression may say so too
     */
    static boolean isEndless(String expression, boolean ignoringCase) {
        if (!ignoringCase && !IGNORES_CASE.matcher(expression).find()) {
            return false;
        }
        int[] letters = unescaped(expression);
        for (int i = 0; i < letters.length; i++) {
            boolean isRange = letters[i] == '-' && i > 0 && i + 1 < letters.length;
            if ((letters[i] >= FIRST && letters[i] <= LAST)
                    || (isRange && letters[i - 1] <= LAST && letters[i + 1] >= FIRST)) {
                return true;
            }
        }
        return false;
    }

    /** The letters of an expression, those that are written as numbers included. */
    private static int[] unescaped(String expression) {
        int[] letters = new int[expression.length()];
        int count = 0;
        for (int i = 0; i < expression.length(); ) {
            int letter = expression.codePointAt(i);
            i += Character.charCount(letter);
            if (letter == '\\' && i < expression.length()) {
                letter = expression.codePointAt(i);
                i += Character.charCount(letter);
                if (letter == 'x' && i < expression.length() && expression.charAt(i) == '{') {
                    int end = expression.indexOf('}', i);
                    letter = end < 0 ? letter : number(expression, i + 1, end);
                    i = end < 0 ? i : end + 1;
                }
            }
            letters[count++] = letter;
        }
        return Arrays.copyOf(letters, count);
    }

    /** Two digits without braces are too few for a letter that matters, and what is no number is not valid. */
    private static int number(String expression, int from, int to) {
        try {
            return Integer.parseInt(expression, from, to, 16);
        } catch (NumberFormatException notValid) {
            return -1;
        }
    }
}
