package org.mayflydb.query.function;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonValue;

/** Searches for words, and the two functions with which clients put together a ranking over several partitions. */
final class FullTextFunctions {
    /** The usual parameters of BM25: how soon repetition counts no more, and how much long texts are held back. */
    private static final double K1 = 1.2;

    private static final double B = 0.75;

    private FullTextFunctions() {}

    static List<BuiltIn> functions() {
        return List.of(
                FunctionShapes.metered(
                        "FullTextContains", 2, 2, (arguments, meter) -> contains(arguments, false, meter)),
                FunctionShapes.metered(
                        "FullTextContainsAll", 2, BuiltIn.ANY, (arguments, meter) -> contains(arguments, false, meter)),
                FunctionShapes.metered(
                        "FullTextContainsAny", 2, BuiltIn.ANY, (arguments, meter) -> contains(arguments, true, meter)),
                FunctionShapes.metered("_FullTextWordCount", 1, 1, FullTextFunctions::wordCount),
                FunctionShapes.metered("_FullTextScore", 5, 5, FullTextFunctions::score));
    }

    private static @Nullable JsonValue wordCount(@Nullable JsonValue[] arguments, Meter meter) {
        String text = Arguments.text(arguments[0]);
        return text == null ? null : JsonNumber.of(TextWords.of(text, meter).count());
    }

    private static @Nullable JsonValue contains(@Nullable JsonValue[] arguments, boolean any, Meter meter) {
        String text = Arguments.text(arguments[0]);
        if (text == null) {
            return null;
        }
        TextWords words = TextWords.of(text, meter);
        Chains.Test test = argument -> {
            FullTextTerm term = FullTextTerm.of(argument, meter);
            return term == null ? null : (Boolean) (term.occurrences(words, meter) > 0);
        };
        return any ? Chains.any(arguments, test) : Chains.all(arguments, test);
    }

    /** Arguments: text, terms, number of all texts, number of all their words, number of texts that have each term. */
    private static @Nullable JsonValue score(@Nullable JsonValue[] arguments, Meter meter) {
        String text = Arguments.text(arguments[0]);
        List<JsonValue> terms = Arguments.elements(arguments[1]);
        Double texts = Arguments.number(arguments[2]);
        Double wordsOfAll = Arguments.number(arguments[3]);
        List<JsonValue> hits = Arguments.elements(arguments[4]);
        if (terms == null || texts == null || wordsOfAll == null || hits == null || terms.size() != hits.size()) {
            return null;
        }
        if (text == null) {
            // An item without the text is ranked last, not left out.
            return JsonNumber.of(0);
        }
        TextWords words = TextWords.of(text, meter);
        double relativeLength = words.count() / (wordsOfAll / texts);
        double score = 0;
        for (int i = 0; i < terms.size(); i++) {
            FullTextTerm term = FullTextTerm.of(terms.get(i), meter);
            Double textsWithTerm = Arguments.number(hits.get(i));
            if (term == null || textsWithTerm == null) {
                return null;
            }
            int occurrences = term.occurrences(words, meter);
            score += occurrences == 0 ? 0 : rarity(texts, textsWithTerm) * weight(occurrences, relativeLength);
        }
        return FunctionShapes.number(score);
    }

    private static double rarity(double texts, double textsWithTerm) {
        return Math.log(1 + (texts - textsWithTerm + 0.5) / (textsWithTerm + 0.5));
    }

    private static double weight(int occurrences, double relativeLength) {
        return occurrences * (K1 + 1) / (occurrences + K1 * (1 - B + B * relativeLength));
    }
}
