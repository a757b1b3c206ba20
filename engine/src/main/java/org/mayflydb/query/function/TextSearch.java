package org.mayflydb.query.function;

import org.jspecify.annotations.Nullable;

/**
 * Finds one text in others in time proportional to their length. The platform's own search tries every position anew,
 * which is fastest for short texts and takes hours for half a megabyte of one letter in two megabytes of the same; long
 * texts are therefore searched with the table of Knuth, Morris and Pratt.
 */
final class TextSearch {

    /** Up to here trying every position costs little whatever the letters are. */
    private static final int SHORT_CHARACTERS_MAX = 32;

    private final String wanted;

    /** For each length of a matched beginning, the longest shorter one that also matches there; null if short. */
    private final int @Nullable [] shorter;

    TextSearch(String wanted) {
        this.wanted = wanted;
        this.shorter = wanted.length() > SHORT_CHARACTERS_MAX ? table(wanted) : null;
    }

    private static int[] table(String wanted) {
        int[] shorter = new int[wanted.length() + 1];
        int matched = 0;
        for (int i = 1; i < wanted.length(); i++) {
            while (matched > 0 && wanted.charAt(i) != wanted.charAt(matched)) {
                matched = shorter[matched];
            }
            if (wanted.charAt(i) == wanted.charAt(matched)) {
                matched++;
            }
            shorter[i + 1] = matched;
        }
        return shorter;
    }

    int length() {
        return wanted.length();
    }

    boolean isIn(String text) {
        return first(text, 0) >= 0;
    }

    /** Where it first begins at or after {@code from}, or -1. */
    int first(String text, int from) {
        int[] table = shorter;
        if (table == null) {
            return text.indexOf(wanted, from);
        }
        int matched = 0;
        for (int i = from; i < text.length(); i++) {
            matched = advance(table, matched, text.charAt(i));
            if (matched == wanted.length()) {
                return i + 1 - matched;
            }
        }
        return -1;
    }

    /** Where it last begins so that it ends at or before {@code end}, or -1. */
    int last(String text, int end) {
        int[] table = shorter;
        if (table == null) {
            return text.lastIndexOf(wanted, end - wanted.length());
        }
        int found = -1;
        int matched = 0;
        for (int i = 0; i < end; i++) {
            matched = advance(table, matched, text.charAt(i));
            if (matched == wanted.length()) {
                found = i + 1 - matched;
            }
        }
        return found;
    }

    /** How often it is in the text, counting those that overlap. */
    int count(String text) {
        int count = 0;
        int[] table = shorter;
        if (table == null) {
            for (int at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
                count++;
            }
            return count;
        }
        int matched = 0;
        for (int i = 0; i < text.length(); i++) {
            matched = advance(table, matched, text.charAt(i));
            if (matched == wanted.length()) {
                count++;
            }
        }
        return count;
    }

    private int advance(int[] table, int matchedSoFar, char next) {
        int matched = matchedSoFar == wanted.length() ? table[matchedSoFar] : matchedSoFar;
        while (matched > 0 && wanted.charAt(matched) != next) {
            matched = table[matched];
        }
        return wanted.charAt(matched) == next ? matched + 1 : matched;
    }
}
