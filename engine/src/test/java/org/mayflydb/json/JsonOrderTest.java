package org.mayflydb.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonOrderTest {

    /** One value of every kind and several of some, from the least to the largest. */
    private static final List<@Nullable JsonValue> ASCENDING = Arrays.asList(
            null,
            JsonNull.NULL,
            JsonBoolean.FALSE,
            JsonBoolean.TRUE,
            JsonNumber.computed(Double.NEGATIVE_INFINITY),
            JsonNumber.of(-2),
            JsonNumber.of(0),
            JsonNumber.of(0.5),
            JsonNumber.of(10),
            JsonNumber.computed(Double.POSITIVE_INFINITY),
            new JsonString(""),
            new JsonString("10"),
            new JsonString("9"),
            new JsonString("Zed"),
            new JsonString("abc"),
            new JsonString("abcd"),
            new JsonString("\ud83d\ude00"),
            new JsonString("\uffee"),
            JsonArray.of(),
            JsonObject.empty());

    @Test
    void kindsComeInOrderAndValuesInsideOfThem() {
        for (int i = 0; i < ASCENDING.size(); i++) {
            for (int j = 0; j < ASCENDING.size(); j++) {
                int order = JsonOrder.compare(ASCENDING.get(i), ASCENDING.get(j));
                assertThat(Integer.signum(order))
                        .as("%s and %s", ASCENDING.get(i), ASCENDING.get(j))
                        .isEqualTo(Integer.compare(i, j));
            }
        }
    }

    @Test
    void ranksGrowWithTheKind() {
        assertThat(ASCENDING.stream().map(JsonOrder::rank)).isSorted();
        assertThat(JsonOrder.rank(null)).isZero();
    }

    @Test
    void shufflingAndSortingRestoresTheOrder() {
        long seed = 20310510;
        List<@Nullable JsonValue> shuffled = new ArrayList<>(ASCENDING);
        Collections.shuffle(shuffled, new Random(seed));
        shuffled.sort(JsonOrder::compare);
        assertThat(shuffled).as("seed %d", seed).isEqualTo(ASCENDING);
    }

    @Test
    void numbersCompareByValue() {
        assertThat(JsonOrder.compare(new JsonNumber("5"), new JsonNumber("5.0")))
                .isZero();
        assertThat(JsonOrder.compare(new JsonNumber("0"), new JsonNumber("-0"))).isZero();
        assertThat(JsonOrder.compare(new JsonNumber("9"), new JsonNumber("1e1")))
                .isNegative();
    }

    @Test
    void arraysAreNotOrderedAmongThemselvesNorAreObjects() {
        assertThat(JsonOrder.compare(JsonArray.of(JsonNumber.of(1)), JsonArray.of()))
                .isZero();
        assertThat(JsonOrder.compare(JsonValue.parse("{\"a\":1}"), JsonObject.empty()))
                .isZero();
    }
}
