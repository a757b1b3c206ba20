package org.mayflydb.query.function;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The words of a text: its runs of letters and digits, in lower case.
 *
 * @param joined all words with a space before, between and after them, so that a phrase is found as a part of it
 */
record TextWords(List<String> words, String joined) {

    /** Cutting a character off takes about as long as comparing this many. */
    private static final int CUTTING_WEIGHT = 8;

    static TextWords of(String text, Meter meter) {
        meter.spendCharacters((long) CUTTING_WEIGHT * text.length());
        List<String> words = new ArrayList<>();
        int start = -1;
        int place = 0;
        while (place < text.length()) {
            int letter = text.codePointAt(place);
            boolean inWord = Character.isLetterOrDigit(letter);
            if (inWord && start < 0) {
                start = place;
            } else if (!inWord && start >= 0) {
                words.add(text.substring(start, place).toLowerCase(Locale.ROOT));
                start = -1;
            }
            place += Character.charCount(letter);
        }
        if (start >= 0) {
            words.add(text.substring(start).toLowerCase(Locale.ROOT));
        }
        return new TextWords(words, " " + String.join(" ", words) + " ");
    }

    int count() {
        return words.size();
    }
}
