package org.mayflydb.spatial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonValue;

class RandomShapesTest {

    /** Where the earth is small enough to be flat, the plane is the model. */
    @Test
    void pointsOfASmallAreaAreInItIfTheyAreOnAMap() {
        long seed = 20310511;
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            List<double[]> corners = corners(random);
            String polygon = "Polygon [" + ring(corners) + "]";
            for (int j = 0; j < 20; j++) {
                double x = random.nextDouble() * 0.2 - 0.1;
                double y = random.nextDouble() * 0.2 - 0.1;
                String point = "Point [" + x + "," + y + "]";
                assertThat(Call.of("ST_WITHIN", point, polygon))
                        .as("seed %d: %s in %s", seed, point, polygon)
                        .isEqualTo(JsonBoolean.of(isInside(corners, x, y)));
            }
        }
    }

    @Test
    void theFunctionsAgreeWithEachOther() {
        long seed = 20310512;
        Random random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            String first = shape(random);
            String second = shape(random);
            String claim = "seed %d: %s and %s".formatted(seed, first, second);
            boolean intersects = JsonBoolean.TRUE.equals(Call.of("ST_INTERSECTS", first, second));
            assertThat(Call.of("ST_INTERSECTS", second, first)).as(claim).isEqualTo(JsonBoolean.of(intersects));
            assertThat(Call.number("ST_DISTANCE", first, second) == 0).as(claim).isEqualTo(intersects);
            if (JsonBoolean.TRUE.equals(Call.of("ST_WITHIN", first, second))) {
                assertThat(intersects).as(claim).isTrue();
                assertThat(Call.number("ST_AREA", first))
                        .as(claim)
                        .isLessThanOrEqualTo(Call.number("ST_AREA", second) * 1.000001);
            }
        }
    }

    @Test
    void noFunctionFailsWhateverItIsGiven() {
        long seed = 20310513;
        Random random = new Random(seed);
        List<String> pairs = List.of("ST_DISTANCE", "ST_WITHIN", "ST_INTERSECTS");
        List<String> singles = List.of("ST_AREA", "ST_ISVALID", "ST_ISVALIDDETAILED");
        for (int i = 0; i < 1_500; i++) {
            JsonValue first = wild(random);
            JsonValue second = random.nextBoolean() ? wild(random) : Call.shape(shape(random));
            Supplier<String> claim = () -> "seed %d: %s and %s".formatted(seed, first, second);
            pairs.forEach(name -> call(claim, name, first, second));
            pairs.forEach(name -> call(claim, name, second, first));
            singles.forEach(name -> call(claim, name, first));
        }
    }

    private static void call(Supplier<String> claim, String name, @Nullable JsonValue... arguments) {
        try {
            assertThat(String.valueOf(Call.of(name, arguments))).isNotEmpty();
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(claim.get(), e);
        }
    }

    /** Coordinates that are special or repeated, in rings and lines that need not be valid. */
    private static JsonValue wild(Random random) {
        double[] special = {0, 0, 1, -1, 45, 90, -90, 89.9999999999999, 180, -180, 179.9999999999999, 1e-300, 91, 200};
        StringJoiner positions = new StringJoiner(",", "[", "]");
        String start = "";
        for (int count = random.nextInt(7); count > 0; count--) {
            double x = special[random.nextInt(special.length)];
            double y = special[random.nextInt(special.length)];
            String position = "[" + x + "," + (Math.abs(y) > 90 ? y / 2 : y) + "]";
            start = start.isEmpty() ? position : start;
            positions.add(position);
        }
        positions.add(start.isEmpty() ? "[]" : start);
        return Call.shape(
                switch (random.nextInt(4)) {
                    case 0 -> "LineString " + positions;
                    case 1 -> "MultiPoint " + positions;
                    case 2 -> "MultiPolygon [[" + positions + "]]";
                    default -> "Polygon [" + positions + "]";
                });
    }

    private static String shape(Random random) {
        String ring = ring(corners(random));
        return switch (random.nextInt(4)) {
            case 0 -> "Point [" + random.nextDouble() / 10 + "," + random.nextDouble() / 10 + "]";
            case 1 -> "LineString " + ring;
            case 2 -> "MultiPolygon [[" + ring + "]]";
            default -> "Polygon [" + ring + "]";
        };
    }

    /** At least five corners around a centre, so that the ring runs around it once and does not cross itself. */
    private static List<double[]> corners(Random random) {
        double x = random.nextDouble() * 0.1 - 0.05;
        double y = random.nextDouble() * 0.1 - 0.05;
        int count = 5 + random.nextInt(8);
        List<double[]> corners = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double angle = 2 * Math.PI * (i + random.nextDouble() * 0.9) / count;
            double radius = 0.005 + random.nextDouble() * 0.05;
            corners.add(new double[] {x + radius * Math.cos(angle), y + radius * Math.sin(angle)});
        }
        return corners;
    }

    private static String ring(List<double[]> corners) {
        StringJoiner ring = new StringJoiner(",", "[", "]");
        corners.forEach(corner -> ring.add("[" + corner[0] + "," + corner[1] + "]"));
        return ring.add("[" + corners.get(0)[0] + "," + corners.get(0)[1] + "]").toString();
    }

    /** Counts the sides that a ray to the right crosses. */
    private static boolean isInside(List<double[]> corners, double x, double y) {
        boolean inside = false;
        for (int i = 0; i < corners.size(); i++) {
            double[] one = corners.get(i);
            double[] other = corners.get((i + 1) % corners.size());
            boolean spans = (one[1] > y) != (other[1] > y);
            inside ^= spans && x < one[0] + (y - one[1]) / (other[1] - one[1]) * (other[0] - one[0]);
        }
        return inside;
    }
}
