package org.mayflydb.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKeyDefinition;

/** Random patches, compared with changing maps and lists in place. */
class PatchModelTest {
    private static final PartitionKeyDefinition KEY = PartitionKeyDefinition.hash("/pk");
    private static final int CASES = 30_000;
    private static final List<String> SEGMENTS = List.of("a", "b", "0", "1", "2", "-", "c~0~1");

    private int done;
    private int refused;

    @Test
    void randomPatchesDoWhatTheyDoToMapsAndLists() {
        for (long seed = 1; seed <= CASES; seed++) {
            check(seed);
        }
        assertThat(done).as("patches that could be done").isGreaterThan(CASES / 20);
        assertThat(refused).as("patches that could not").isGreaterThan(CASES / 20);
    }

    private void check(long seed) {
        Random random = new Random(seed);
        JsonObject item = (JsonObject) JsonValue.of(object(random, 3));
        Patch patch = Patch.empty();
        int size = 1 + random.nextInt(4);
        List<NaiveOperation> operations = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            NaiveOperation operation = operation(random);
            operations.add(operation);
            patch = operation.addTo(patch);
        }
        String expected = expected(item, operations);
        String actual;
        try {
            actual = ((PatchEdit) patch.edit(KEY)).apply(item).toString();
        } catch (BadRequestException refusal) {
            actual = "refused";
        }
        assertThat(actual).as("seed %d: %s to %s", seed, patch, item).isEqualTo(expected);
        if (expected.equals("refused")) {
            refused++;
        } else {
            done++;
        }
    }

    private static String expected(JsonObject item, List<NaiveOperation> operations) {
        Object tree = mutable(item.toJava());
        try {
            for (NaiveOperation operation : operations) {
                operation.apply(tree);
            }
            return JsonValue.of(tree).toString();
        } catch (NaiveOperation.Impossible refusal) {
            return "refused";
        }
    }

    private static @Nullable Object mutable(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> copy = new LinkedHashMap<>();
            map.forEach((name, member) -> copy.put((String) name, mutable(member)));
            return copy;
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> copy = new ArrayList<>();
            list.forEach(element -> copy.add(mutable(element)));
            return copy;
        }
        return value;
    }

    private static NaiveOperation operation(Random random) {
        String kind = List.of("add", "set", "replace", "remove", "incr", "move").get(random.nextInt(6));
        return new NaiveOperation(
                kind, path(random), path(random), random.nextInt(7) - 3, value(random, random.nextInt(2)));
    }

    private static List<String> path(Random random) {
        List<String> path = new ArrayList<>();
        int length = 1 + random.nextInt(3);
        for (int i = 0; i < length; i++) {
            path.add(SEGMENTS.get(random.nextInt(SEGMENTS.size())));
        }
        return path;
    }

    private static @Nullable Object value(Random random, int depth) {
        int kind = random.nextInt(depth > 0 ? 6 : 4);
        return switch (kind) {
            case 0 -> (long) random.nextInt(10);
            case 1 -> "text";
            case 2 -> null;
            case 3 -> random.nextBoolean();
            case 4 -> array(random, depth);
            default -> object(random, depth);
        };
    }

    private static List<@Nullable Object> array(Random random, int depth) {
        List<@Nullable Object> array = new ArrayList<>();
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            array.add(value(random, depth - 1));
        }
        return array;
    }

    private static Map<String, @Nullable Object> object(Random random, int depth) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        int size = random.nextInt(5);
        for (int i = 0; i < size; i++) {
            String name = SEGMENTS.get(random.nextInt(SEGMENTS.size()));
            object.put(name.replace("~1", "/").replace("~0", "~"), value(random, depth - 1));
        }
        return object;
    }
}
