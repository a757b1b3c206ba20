package org.mayflydb.query.function;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * What a full-text search looks for: words one after the other, each of which may differ from that in the text by a number
 * of letters that are inserted, left out or replaced.
 */
record FullTextTerm(Words phrase, int distance) {
    private static final int DISTANCE_MAX = 2;

    /** Each word of a fuzzy phrase is compared with each of the text, so these are kept short. */
    private static final int FUZZY_WORDS_MAX = 16;

    /** A text, or an object with {@code term} and {@code distance}; null for anything else. */
    static @Nullable FullTextTerm of(@Nullable JsonValue value) {
        if (value instanceof JsonString string) {
            return new FullTextTerm(Words.of(string.value()), 0);
        }
        String term = value instanceof JsonObject object ? Arguments.text(object.get("term")) : null;
        Long distance = value instanceof JsonObject object && object.has("distance")
                ? Arguments.whole(object.get("distance"))
                : (Long) 0L;
        if (term == null || distance == null || distance < 0 || distance > DISTANCE_MAX) {
            return null;
        }
        FullTextTerm fuzzy = new FullTextTerm(Words.of(term), distance.intValue());
        return distance > 0 && fuzzy.phrase.count() > FUZZY_WORDS_MAX ? null : fuzzy;
    }

    /** How often it is in the text; a term without any word is nowhere. */
    int occurrences(Words text) {
        if (phrase.count() == 0) {
            return 0;
        }
        return distance == 0 ? new TextSearch(phrase.joined()).count(text.joined()) : fuzzyOccurrences(text.words());
    }

    private int fuzzyOccurrences(List<String> text) {
        int count = 0;
        for (int start = 0; start + phrase.count() <= text.size(); start++) {
            if (fits(text.subList(start, start + phrase.count()))) {
                count++;
            }
        }
        return count;
    }

    private boolean fits(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            if (!EditDistance.isWithin(distance, phrase.words().get(i), words.get(i))) {
                return false;
            }
        }
        return true;
    }
}
