package org.mayflydb.query.function;

/**
 * A text that charges for each look of a regular expression at it. One search is linear, but the search for all matches may
 * read on to the end of the text after each of them.
 */
final class RegexText implements CharSequence {
    private final String text;
    private final long weight;
    private final Meter meter;
    private long unpaid;

    /** @param weight the work at each character, in characters compared */
    RegexText(String text, long weight, Meter meter) {
        this.text = text;
        this.weight = weight;
        this.meter = meter;
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        unpaid += weight;
        if (unpaid >= Meter.CHARACTERS_PER_STEP) {
            meter.spend(unpaid / Meter.CHARACTERS_PER_STEP);
            unpaid %= Meter.CHARACTERS_PER_STEP;
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
