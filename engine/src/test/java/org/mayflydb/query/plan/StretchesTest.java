package org.mayflydb.query.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.index.TermPath;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.plan.Condition.Bounds.Between;

class StretchesTest {
    private static final TermPath A = TermPath.ITEM.member("a");
    private static final TermPath B = TermPath.ITEM.member("b");

    @Test
    void aboveOneBoundAndBelowAnotherIsBetweenThem() {
        assertThat(together(above(A, 1, true), below(A, 5, false)))
                .containsExactly(values(A, new Between(json(1), true, json(5), false)));
    }

    @Test
    void tighterBoundCounts() {
        assertThat(together(above(A, 1, true), above(A, 3, true), below(A, 9, true), below(A, 12, true)))
                .containsExactly(values(A, new Between(json(3), true, json(9), true)));
    }

    @Test
    void ofEqualBoundsTheOneThatLeavesItselfOutCounts() {
        assertThat(together(above(A, 1, true), above(A, 1, false)))
                .containsExactly(values(A, new Between(json(1), false, null, false)));
        assertThat(together(below(A, 1, false), below(A, 1, true)))
                .containsExactly(values(A, new Between(null, false, json(1), false)));
    }

    @Test
    void boundsThatHaveCrossedLeaveNothing() {
        assertThat(together(above(A, 5, true), below(A, 4, true))).containsExactly(Condition.NOTHING);
    }

    @Test
    void boundsOfTwoTypesLeaveNothing() {
        assertThat(together(above(A, 5, true), below(A, "x", true))).containsExactly(Condition.NOTHING);
    }

    @Test
    void otherPathsAndElementsOfArraysStayApart() {
        assertThat(together(above(A, 1, true), below(B, 5, true))).hasSize(2);
        TermPath elements = A.everyElement();
        assertThat(together(above(elements, 1, true), below(elements, 5, true))).hasSize(2);
    }

    @Test
    void whatIsPutTogetherHoldsWhereEveryPartDoes() {
        List<Object> values = List.of(-1, 0, 1, 2, 2.5, 3, "", "a", "b", true, false);
        for (long seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            List<Condition.Values> parts = new ArrayList<>();
            for (int i = 0; i < 2 + random.nextInt(3); i++) {
                TermPath path = random.nextInt(4) == 0 ? B : A;
                Object bound = values.get(random.nextInt(values.size()));
                parts.add(
                        random.nextBoolean()
                                ? above(path, bound, random.nextBoolean())
                                : below(path, bound, random.nextBoolean()));
            }
            List<Condition> merged = together(parts.toArray(Condition[]::new));
            for (Object value : values) {
                JsonObject item = JsonObject.builder()
                        .put("a", json(value))
                        .put("b", json(1))
                        .build();
                assertThat(merged.stream().allMatch(part -> holds(part, item)))
                        .as("seed %d, value %s", seed, value)
                        .isEqualTo(parts.stream().allMatch(part -> holds(part, item)));
            }
        }
    }

    private static boolean holds(Condition condition, JsonObject item) {
        return condition instanceof Condition.Values values && ConditionCheck.holds(values, item);
    }

    private static List<Condition> together(Condition... conditions) {
        Stretches stretches = new Stretches();
        List.of(conditions).forEach(stretches::add);
        return stretches.parts();
    }

    private static Condition.Values above(TermPath path, Object bound, boolean included) {
        return values(path, new Between(json(bound), included, null, false));
    }

    private static Condition.Values below(TermPath path, Object bound, boolean included) {
        return values(path, new Between(null, false, json(bound), included));
    }

    private static Condition.Values values(TermPath path, Between between) {
        return new Condition.Values(path, List.of(between), true);
    }

    private static JsonValue json(@Nullable Object value) {
        return JsonValue.of(value);
    }
}
