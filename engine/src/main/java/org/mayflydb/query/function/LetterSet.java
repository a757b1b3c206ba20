package org.mayflydb.query.function;

/**
 * The characters that a bracket of a LIKE pattern stands for.
 *
 * @param ranges the first and the last character of each range, one after the other
 * @param inverted whether all others are meant
 */
record LetterSet(String ranges, boolean inverted) {

    /** What an underscore stands for. */
    static final LetterSet ANY = new LetterSet("", true);

    boolean has(char letter) {
        for (int i = 0; i < ranges.length(); i += 2) {
            if (ranges.charAt(i) <= letter && letter <= ranges.charAt(i + 1)) {
                return !inverted;
            }
        }
        return inverted;
    }
}
