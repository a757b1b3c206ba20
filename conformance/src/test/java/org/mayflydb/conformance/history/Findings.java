package org.mayflydb.conformance.history;

import java.util.ArrayList;
import java.util.List;

/** What is wrong, as sentences; the first of many. */
final class Findings {
    private static final int MAX = 25;

    private final List<String> sentences = new ArrayList<>();

    void add(String sentence) {
        if (sentences.size() < MAX) {
            sentences.add(sentence);
        }
    }

    /** Notes the sentence unless the condition holds. */
    void require(boolean condition, String sentence, Object about) {
        if (!condition) {
            add(sentence + ": " + about);
        }
    }

    List<String> sentences() {
        return List.copyOf(sentences);
    }
}
