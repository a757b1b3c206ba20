package org.mayflydb.query.function;

/** When letters are the same but for their case: each by itself, as the platform's own comparison does it. */
final class LetterCase {
    private LetterCase() {}

    /** Texts that differ only in case fold to the same text. */
    static String fold(String text) {
        StringBuilder folded = new StringBuilder(text.length());
        text.codePoints()
                .map(letter -> Character.toLowerCase(Character.toUpperCase(letter)))
                .forEach(folded::appendCodePoint);
        return folded.toString();
    }
}
