package org.mayflydb.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
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

    @Test
    void theKeysOfAllNamesHaveThreeBytes() {
        assertThat(CatalogKeys.formerContainer("d", "c")).hasSize(3);
        assertThat(CatalogKeys.formerContainer("d".repeat(255), "c".repeat(255)))
                .hasSize(3);
        assertThat(CatalogKeys.formerContainer("d", "c")).isNotEqualTo(CatalogKeys.formerContainer("c", "d"));
    }
}
