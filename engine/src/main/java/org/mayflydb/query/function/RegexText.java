package org.mayflydb.query.function;

/**
 * A text that a regular expression may look at only so often. One search is linear, but the search for all matches may
 * read on to the end of the text after each of them.
 */
final class RegexText implements CharSequence {
    private final String text;
    private long looksLeft;

    /** Thrown into the search to end it. */
    static final class ExhaustedException extends RuntimeException {
        ExhaustedException() {
            super("the search takes too long", null, false, false);
        }
    }

    RegexText(String text, long looksMax) {
        this.text = text;
        this.looksLeft = looksMax;
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        if (--looksLeft < 0) {
            throw new ExhaustedException();
        }
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
