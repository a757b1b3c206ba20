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
record FullTextTerm(TextWords phrase, int distance) {
    private static final int DISTANCE_MAX = 2;

    /** Each word of a fuzzy phrase is compared with each of the text, so these are kept short. */
    private static final int FUZZY_WORDS_MAX = 16;

    /** A text, or an object with {@code term} and {@code distance}; null for anything else. */
    static @Nullable FullTextTerm of(@Nullable JsonValue value, Meter meter) {
        if (value instanceof JsonString string) {
            return new FullTextTerm(TextWords.of(string.value(), meter), 0);
        }
        String term = value instanceof JsonObject object ? Arguments.text(object.get("term")) : null;
        Long distance = value instanceof JsonObject object && object.has("distance")
                ? Arguments.whole(object.get("distance"))
                : (Long) 0L;
        if (term == null || distance == null || distance < 0 || distance > DISTANCE_MAX) {
            return null;
        }
        FullTextTerm fuzzy = new FullTextTerm(TextWords.of(term, meter), distance.intValue());
        return distance > 0 && fuzzy.phrase.count() > FUZZY_WORDS_MAX ? null : fuzzy;
    }

    /** How often it is in the text; a term without any word is nowhere. */
    int occurrences(TextWords text, Meter meter) {
        if (phrase.count() == 0) {
            return 0;
        }
        if (distance > 0) {
            return fuzzyOccurrences(text.words(), meter);
        }
        meter.spend(1 + text.joined().length() / Meter.CHARACTERS_PER_STEP);
        return new TextSearch(phrase.joined()).count(text.joined());
    }

    private int fuzzyOccurrences(List<String> text, Meter meter) {
        int count = 0;
        for (int start = 0; start + phrase.count() <= text.size(); start++) {
            if (fits(text.subList(start, start + phrase.count()), meter)) {
                count++;
            }
        }
        return count;
    }

    private boolean fits(List<String> words, Meter meter) {
        for (int i = 0; i < words.size(); i++) {
            meter.spend(1 + phrase.words().get(i).length());
            if (!EditDistance.isWithin(distance, phrase.words().get(i), words.get(i))) {
                return false;
            }
        }
        return true;
    }
}
