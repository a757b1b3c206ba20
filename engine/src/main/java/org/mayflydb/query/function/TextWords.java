package org.mayflydb.query.function;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The words of a text as full-text search compares them: runs of ASCII letters, digits and all characters beyond ASCII, in
 * lower case, without stop words, reduced to their stems. The service's published rankings follow from these rules, and its
 * length of a text is the number of these words.
 *
 * @param joined all words with a space before, between and after them, so that a phrase is found as a part of it
 */
record TextWords(List<String> words, String joined) {

    /** Splitting off and stemming a word takes about as long as comparing this many times its characters. */
    private static final int SPLITTING_WEIGHT = 16;

    private static final int ASCII_MAX = 0x7F;

    static TextWords of(String text, Meter meter) {
        meter.spendCharacters((long) SPLITTING_WEIGHT * text.length());
        List<String> words = new ArrayList<>();
        StringBuilder joined = new StringBuilder(" ");
        int start = -1;
        for (int i = 0; i <= text.length(); i++) {
            boolean inWord = i < text.length() && isPartOfWord(text.charAt(i));
            if (inWord && start < 0) {
                start = i;
            } else if (!inWord && start >= 0) {
                String word = text.substring(start, i).toLowerCase(Locale.ROOT);
                if (!EnglishStopWords.contains(word)) {
                    String stem = EnglishStemmer.stem(word);
                    words.add(stem);
                    joined.append(stem).append(' ');
                }
                start = -1;
            }
        }
        return new TextWords(words, joined.toString());
    }

    private static boolean isPartOfWord(char character) {
        return character > ASCII_MAX
                || (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9');
    }

    int count() {
        return words.size();
    }
}
