package org.mayflydb.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CollidingKeysTest {
    @Test
    void differentKeysHaveOneHashOfVersion2() {
        assertThat(HashVersion2.hash(PartitionKey.of(CollidingKeys.INTRUDER)))
                .isEqualTo(HashVersion2.hash(PartitionKey.of(CollidingKeys.VICTIM)))
                .isEqualTo(HashVersion2.hash(PartitionKey.of(CollidingKeys.THIRD)));
    }

    @Test
    void differentKeysHaveOneHashOfVersion1() {
        assertThat(HashVersion1.hash(PartitionKey.of(CollidingKeys.INTRUDER_1)))
                .isEqualTo(HashVersion1.hash(PartitionKey.of(CollidingKeys.VICTIM_1)))
                .isEqualTo(HashVersion1.hash(PartitionKey.of(CollidingKeys.THIRD_1)));
    }

    @Test
    void aKeyWithTheHashOfAnotherCanBeComputed() {
        PartitionKey number = PartitionKey.of(5);
        assertThat(HashVersion2.hash(PartitionKey.of(CollidingKeys.find(number))))
                .isEqualTo(HashVersion2.hash(number));
    }
}
