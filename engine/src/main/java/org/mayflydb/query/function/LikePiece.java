package org.mayflydb.query.function;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a LIKE pattern between two runs: as many characters of text as it is long. */
final class LikePiece {
    private final String letters;

    /** Up to here trying every place costs little whatever the text is. */
    private static final int SHORT_WEIGHT_MAX = 16;

    /** For each place the set that is wanted instead of the letter, or null; empty if only letters are wanted. */
    private final List<@Nullable LetterSet> sets;

    /** How many letters and ranges there are to compare with. */
    private final int weight;

    private final TextSearch search;

    private LikePiece(String letters, List<@Nullable LetterSet> sets) {
        this.letters = letters;
        this.sets = sets;
        this.weight = weight(letters, sets);
        this.search = new TextSearch(letters);
    }

    private static int weight(String letters, List<@Nullable LetterSet> sets) {
        int weight = letters.length();
        for (LetterSet set : sets) {
            weight += set == null ? 0 : set.ranges().length() / 2;
        }
        return weight;
    }

    int length() {
        return letters.length();
    }

    /** Whether it fits the text from {@code start} on, where the text is long enough for it. */
    boolean fits(String text, int start) {
        if (sets.isEmpty()) {
            return text.startsWith(letters, start);
        }
        for (int i = 0; i < letters.length(); i++) {
            if (!accepts(i, text.charAt(start + i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if it fits where the text has this letter at this place of the piece. */
    boolean accepts(int place, char letter) {
        LetterSet set = sets.get(place);
        return set == null ? letter == letters.charAt(place) : set.has(letter);
    }

    /** How many letters and ranges there are to compare with. */
    int weight() {
        return weight;
    }

    /** Where it first fits at or after {@code start} so that it ends at or before {@code end}, or -1. */
    int find(String text, int start, int end, Meter meter) {
        if (sets.isEmpty()) {
            int found = search.first(text, start);
            return found + letters.length() <= end ? found : -1;
        }
        if (weight > SHORT_WEIGHT_MAX) {
            return new SetSearch(this, meter).find(text, start, end);
        }
        meter.spendCharacters((long) weight * (end - start) / 4);
        for (int at = start; at + letters.length() <= end; at++) {
            if (fits(text, at)) {
                return at;
            }
        }
        return -1;
    }

    /** Collects a piece from left to right. */
    static final class Builder {
        private final StringBuilder letters = new StringBuilder();
        private final List<@Nullable LetterSet> sets = new ArrayList<>();
        private boolean lettersOnly = true;

        void letter(char letter) {
            letters.append(letter);
            sets.add(null);
        }

        void oneOf(LetterSet set) {
            letters.append('\0');
            sets.add(set);
            lettersOnly = false;
        }

        LikePiece build() {
            return new LikePiece(letters.toString(), lettersOnly ? List.of() : sets);
        }
    }
}
