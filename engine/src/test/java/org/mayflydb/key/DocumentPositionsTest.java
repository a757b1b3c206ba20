package org.mayflydb.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/** Positions of the hash space, by which document numbers begin. */
class DocumentPositionsTest {
    private static final int SEED = 4;

    private static List<PartitionKeyDefinition> definitions() {
        return List.of(definition(1), definition(2));
    }

    private static PartitionKeyDefinition definition(int version) {
        return PartitionKeyDefinitionJson.read(
                (JsonObject) JsonValue.parse("{\"paths\":[\"/pk\"],\"version\":" + version + "}"));
    }

    @Test
    void theKeysAtAPositionAreThoseWhoseNumbersBeginWithIt() {
        Random random = new Random(SEED);
        for (PartitionKeyDefinition definition : definitions()) {
            DocumentNumbers numbers = new DocumentNumbers(definition, EpkRange.FULL);
            for (int i = 0; i < 2000; i++) {
                EffectivePartitionKey key = hash(definition, random);
                EffectivePartitionKey other = hash(definition, random);
                long number = numbers.number(key, 7);
                EpkRange range = DocumentNumbers.keysAt(definition, number);
                assertThat(range.contains(key)).as("seed %s", SEED).isTrue();
                boolean same = DocumentNumbers.stretchAt(number).contains(numbers.number(other, 3));
                assertThat(range.contains(other)).as("seed %s", SEED).isEqualTo(same);
                assertThat(range.min().compareTo(other) <= 0)
                        .as("seed %s", SEED)
                        .isEqualTo(DocumentNumbers.positionStart(number) <= numbers.number(other, 3));
            }
        }
    }

    private static EffectivePartitionKey hash(PartitionKeyDefinition definition, Random random) {
        return PartitionKeyHasher.hash(definition, PartitionKey.of("k" + random.nextInt()));
    }
}
