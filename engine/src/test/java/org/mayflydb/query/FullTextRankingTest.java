package org.mayflydb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.testing.TestStores;

/** Scores of random texts in four partitions, compared with BM25 as its definition says. */
class FullTextRankingTest {
    private static final int TEXTS = 120;
    private static final int UNITS_FOR_FOUR_PARTITIONS = 24_000;

    /** How words are written, and what a search sees: the stem, or nothing if the word is a stop word. */
    private static final String[][] VOCABULARY = {
        {"The", ""},
        {"of", ""},
        {"and", ""},
        {"7", ""},
        {"Bicycle", "bicycl"},
        {"bicycles", "bicycl"},
        {"running", "run"},
        {"runs", "run"},
        {"RED", "red"},
        {"generously", "generous"},
        {"größe", "größe"},
        {"x42", "x42"},
        {"mountain", "mountain"},
        {"mountains", "mountain"},
        {"lake", "lake"},
        {"–", "–"}
    };

    private static final String[] SEPARATORS = {" ", ", ", "-", ". ", " (", "'", "_"};

    /** A term of a search, and the words that a text must have one after the other. */
    private record Term(String written, List<String> words) {}

    private static final List<Term> TERMS = List.of(
            new Term("bicycle", List.of("bicycl")),
            new Term("Running", List.of("run")),
            new Term("the red lake", List.of("red", "lake")),
            new Term("größe", List.of("größe")));

    private final long seed = Long.getLong("mayfly.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Map<String, List<String>> wordsById = new LinkedHashMap<>();
    private final Mayfly mayfly = Mayfly.builder().open(TestStores.open());
    private final Container container = mayfly.createDatabase("d")
            .createContainer(ContainerSpec.named("c").partitionKey("/id").throughput(UNITS_FOR_FOUR_PARTITIONS));

    @BeforeEach
    void fill() {
        for (int i = 0; i < TEXTS; i++) {
            StringBuilder text = new StringBuilder();
            List<String> words = new ArrayList<>();
            for (int n = random.nextInt(40); n > 0; n--) {
                String[] word = VOCABULARY[random.nextInt(VOCABULARY.length)];
                text.append(word[0]).append(SEPARATORS[random.nextInt(SEPARATORS.length)]);
                if (!word[1].isEmpty()) {
                    words.add(word[1]);
                }
            }
            String id = "t" + i;
            wordsById.put(id, words);
            container.create(JsonObject.builder()
                    .put("id", id)
                    .put("text", text.toString())
                    .build()
                    .toString());
        }
    }

    @AfterEach
    void close() {
        mayfly.close();
    }

    @Test
    void statisticsAndScoresAreThoseOfTheDefinition() {
        JsonObject statistics = (JsonObject) JsonValue.parse(container
                .query("SELECT COUNT(1) AS texts, SUM(_FullTextWordCount(c.text)) AS words, ["
                        + String.join(
                                ", ",
                                TERMS.stream()
                                        .map(term -> "COUNTIF(FullTextContains(c.text, '" + term.written() + "'))")
                                        .toList())
                        + "] AS hits FROM c")
                .rows()
                .get(0)
                .json());
        assertThat(statistics.toString())
                .as("seed %d", seed)
                .isEqualTo("{\"texts\":" + TEXTS + ",\"words\":" + totalWords() + ",\"hits\":" + hitArray() + "}");

        List<JsonValue> rows = rows("SELECT VALUE [c.id, _FullTextScore(c.text, " + termArray() + ", " + TEXTS + ", "
                + totalWords() + ", " + hitArray() + ")] FROM c");
        assertThat(rows).hasSize(TEXTS);
        for (JsonValue row : rows) {
            String id = ((JsonString) ((JsonArray) row).elements().get(0)).value();
            JsonNumber score = (JsonNumber) ((JsonArray) row).elements().get(1);
            assertThat(score.doubleValue()).as("seed %d, %s", seed, id).isCloseTo(score(id), within(1e-12));
        }
    }

    @Test
    void theBestTextsComeFirst() {
        List<JsonValue> rows = rows("SELECT VALUE c.id FROM c ORDER BY RANK FullTextScore(c.text, "
                + termArray().substring(1, termArray().length() - 1) + ")");
        assertThat(rows).hasSize(TEXTS);
        double previous = Double.MAX_VALUE;
        for (JsonValue id : rows) {
            double score = score(((JsonString) id).value());
            assertThat(score).as("seed %d, %s", seed, id).isLessThanOrEqualTo(previous + 1e-12);
            previous = score;
        }
    }

    private List<JsonValue> rows(String query) {
        return container.query(query).rows().stream()
                .map(row -> JsonValue.parse(row.json()))
                .toList();
    }

    private String termArray() {
        return "["
                + String.join(
                        ", ",
                        TERMS.stream().map(term -> "'" + term.written() + "'").toList()) + "]";
    }

    private long totalWords() {
        return wordsById.values().stream().mapToLong(List::size).sum();
    }

    private List<Long> hits() {
        return TERMS.stream()
                .map(term -> wordsById.values().stream()
                        .filter(words -> occurrences(term, words) > 0)
                        .count())
                .toList();
    }

    private String hitArray() {
        return hits().toString().replace(" ", "");
    }

    private static int occurrences(Term term, List<String> words) {
        List<String> phrase = term.words();
        int count = 0;
        for (int i = 0; i + phrase.size() <= words.size(); i++) {
            count += words.subList(i, i + phrase.size()).equals(phrase) ? 1 : 0;
        }
        return count;
    }

    private double score(String id) {
        List<String> words = wordsById.getOrDefault(id, List.of());
        double averageLength = (double) totalWords() / TEXTS;
        double score = 0;
        for (int i = 0; i < TERMS.size(); i++) {
            double hits = hits().get(i);
            double rarity = Math.log(1 + (TEXTS - hits + 0.5) / (hits + 0.5));
            double count = occurrences(TERMS.get(i), words);
            score += rarity * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * words.size() / averageLength));
        }
        return score;
    }
}
