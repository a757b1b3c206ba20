package org.mayflydb.query.function;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a LIKE pattern between two runs: as many characters of text as it is long. */
final class LikePiece {
    private final String letters;

    /** For each place the set that is wanted instead of the letter, or null; empty if only letters are wanted. */
    private final List<@Nullable LetterSet> sets;

    private final TextSearch search;

    private LikePiece(String letters, List<@Nullable LetterSet> sets) {
        this.letters = letters;
        this.sets = sets;
        this.search = new TextSearch(letters);
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
            LetterSet set = sets.get(i);
            char letter = text.charAt(start + i);
            if (set == null ? letter != letters.charAt(i) : !set.has(letter)) {
                return false;
            }
        }
        return true;
    }

    /** Where it first fits at or after {@code start} so that it ends at or before {@code end}, or -1. */
    int find(String text, int start, int end) {
        if (sets.isEmpty()) {
            int found = search.first(text, start);
            return found + letters.length() <= end ? found : -1;
        }
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
