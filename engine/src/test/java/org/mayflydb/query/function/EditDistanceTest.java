package org.mayflydb.query.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class EditDistanceTest {

    @Test
    void distancesAgreeWithTheDefinition() {
        long seed = 20310508;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            String one = word(random);
            String other = word(random);
            for (int distance = 0; distance <= 2; distance++) {
                assertThat(EditDistance.isWithin(distance, one, other))
                        .as("seed %d: '%s' and '%s' within %d", seed, one, other, distance)
                        .isEqualTo(distance(one, other) <= distance);
            }
        }
    }

    private static String word(Random random) {
        StringBuilder word = new StringBuilder();
        for (int length = random.nextInt(6); length > 0; length--) {
            word.append((char) ('a' + random.nextInt(3)));
        }
        return word.toString();
    }

    private static int distance(String one, String other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.length() + other.length();
        }
        String oneRest = one.substring(1);
        String otherRest = other.substring(1);
        int replaced = distance(oneRest, otherRest) + (one.charAt(0) == other.charAt(0) ? 0 : 1);
        return Math.min(replaced, 1 + Math.min(distance(oneRest, other), distance(one, otherRest)));
    }
}
