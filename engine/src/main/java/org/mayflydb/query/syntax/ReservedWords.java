package org.mayflydb.query.syntax;

import java.util.Locale;
import java.util.Set;

/** Which words are names, and which are taken by the language. */
final class ReservedWords {
    private static final Set<String> RESERVED = Set.of("""
            AND ARRAY AS ASC BETWEEN BY CASE CAST CONVERT CROSS DESC DISTINCT ELSE END ESCAPE EXISTS FALSE FOR FROM \
            GROUP HAVING IN INNER INSERT INTO IS JOIN LEFT LIKE LIMIT NOT NULL OFFSET ON OR ORDER OUTER OVER RIGHT \
            SELECT SET THEN TOP TRUE UDF UNDEFINED UPDATE VALUE WHEN WHERE WITH""".split(" ", -1));

    private static final int RESERVED_CHARACTERS_MAX =
            RESERVED.stream().mapToInt(String::length).max().orElseThrow();

    private ReservedWords() {}

    /** Whether a name of these characters must be put into brackets and quotes. */
    static boolean isReserved(String word) {
        return word.length() <= RESERVED_CHARACTERS_MAX && RESERVED.contains(word.toUpperCase(Locale.ROOT));
    }

    /** Whether these characters are a name as they stand. */
    static boolean isPlainName(String word) {
        return !word.isEmpty()
                && startsWord(word.charAt(0))
                && word.chars().allMatch(character -> continuesWord((char) character))
                && !isReserved(word);
    }

    static boolean startsWord(char character) {
        return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || character == '_';
    }

    static boolean continuesWord(char character) {
        return startsWord(character) || isDigit(character);
    }

    static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }
}
