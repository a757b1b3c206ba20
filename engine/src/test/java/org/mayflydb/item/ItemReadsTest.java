package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.GoneException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.index.IndexedContainer;
import org.mayflydb.item.read.ItemPage;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKey;

/** Reads show live items and nothing else, within the scope that they are given. */
class ItemReadsTest {
    private static final PartitionKey P = PartitionKey.of("p");

    private final IndexedContainer container = new IndexedContainer(IndexingPolicy.DEFAULT, 100);
    private final ItemReads reads = container.items().reads();

    ItemReadsTest() {
        for (int i = 0; i < 5; i++) {
            container.upsert("{\"id\":\"" + i + "\",\"pk\":\"" + (i < 3 ? "p" : "q") + "\"}");
        }
    }

    @AfterEach
    void close() {
        container.close();
    }

    @Test
    void anItemIsReadUntilTheSecondInWhichItExpires() {
        container.pass(99);
        assertThat(reads.read("0", P, ItemConditions.NONE).item()).isNotNull();
        container.pass(1);
        assertThatThrownBy(() -> reads.read("0", P, ItemConditions.NONE)).isInstanceOf(NotFoundException.class);
    }

    @Test
    void aReadHasTheLsnOfThePartitionAndNotOfTheItem() {
        assertThat(reads.read("0", P, ItemConditions.NONE).lsn()).isEqualTo(6);
    }

    @Test
    void aVersionThatTheCallerHasIsNotSentAgain() {
        String etag = reads.read("0", P, ItemConditions.NONE).etag();
        ItemResult result = reads.read("0", P, ItemConditions.ifNoneMatch(etag));
        assertThat(result.outcome()).isEqualTo(ItemResult.Outcome.NOT_MODIFIED);
        assertThat(result.item()).isNull();
    }

    @Test
    void aKeyOfAnotherNumberOfLevelsIsRefused() {
        assertThatThrownBy(() -> reads.read("0", PartitionKey.of("p", "x"), ItemConditions.NONE))
                .isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> reads.checkedKey(PartitionKey.empty())).isInstanceOf(BadRequestException.class);
    }

    @Test
    void aListOfAKeyHasItsItemsOnlyPageByPage() {
        ItemPage first = reads.list(ListScope.of(P), 2, null);
        assertThat(first.items()).hasSize(2);
        ItemPage rest = reads.list(ListScope.of(P), 2, first.continuation());
        assertThat(rest.items()).hasSize(1);
        assertThat(rest.continuation()).isNull();
        assertThatThrownBy(() -> reads.list(ListScope.ALL, 0, null)).isInstanceOf(BadRequestException.class);
    }

    @Test
    void aKeyOutsideOfTheRangeOfItsScopeIsGone() {
        EpkRange ofKey = reads.rangeOf(ListScope.of(P));
        assertThat(ofKey.overlaps(EpkRange.FULL)).isTrue();
        EpkRange before = new EpkRange(EpkRange.FULL.min(), ofKey.min());
        assertThatThrownBy(() -> reads.rangeOf(new ListScope(P, before))).isInstanceOf(GoneException.class);
    }

    @Test
    void aContainerThatIsGoneRefusesReads() {
        container.items().close();
        assertThatThrownBy(() -> reads.read("0", P, ItemConditions.NONE)).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> reads.list(ListScope.ALL, 1, null)).isInstanceOf(NotFoundException.class);
    }
}
