package org.mayflydb.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.FormerRange;

class FormerContainerTest {
    @Test
    void aRecordIsReadBackAsItWasWritten() {
        List<EpkRange> halves = EpkRange.split(PartitionKeyDefinition.hash("/pk"), 2);
        FormerContainer former = new FormerContainer(
                "d",
                "c",
                PartitionKeyDefinition.multiHash("/a", "/b"),
                List.of(new FormerRange(0, halves.get(0)), new FormerRange(3, halves.get(1))));
        assertThat(FormerContainer.decode(former.encode())).isEqualTo(former);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"database\":\"d\",\"container\":\"c\",\"partitionKey\":{\"paths\":[\"pk\"]}}",
                "{\"database\":\"d\",\"container\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},"
                        + "\"ranges\":[{\"rangeId\":4294967296,\"min\":\"\",\"max\":\"FF\"}]}",
                "{\"database\":\"d\",\"container\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},"
                        + "\"ranges\":[{\"rangeId\":1,\"min\":\"x\",\"max\":\"FF\"}]}"
            })
    void aRecordThatMakesNoSenseIsDamage(String json) {
        assertThatThrownBy(() -> FormerContainer.decode(json.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("The catalog record of");
    }

    @Test
    void theKeysOfAllNamesHaveThreeBytes() {
        assertThat(CatalogKeys.formerContainer("d", "c")).hasSize(3);
        assertThat(CatalogKeys.formerContainer("d".repeat(255), "c".repeat(255)))
                .hasSize(3);
        assertThat(CatalogKeys.formerContainer("d", "c")).isNotEqualTo(CatalogKeys.formerContainer("c", "d"));
    }
}
