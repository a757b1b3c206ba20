package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.index.IndexedContainer;
import org.mayflydb.item.expiry.ExpiredPage;
import org.mayflydb.item.expiry.Explanation;
import org.mayflydb.key.PartitionKey;

/** Why and when items expire, and which have. */
class ItemExpiryTest {
    private static final PartitionKey P = PartitionKey.of("p");

    private final IndexedContainer container = new IndexedContainer(IndexingPolicy.DEFAULT, 100);
    private final ItemExpiry expiry = container.items().expiry();

    ItemExpiryTest() {
        container.upsert("{\"id\":\"inherits\",\"pk\":\"p\"}");
        container.upsert("{\"id\":\"own\",\"pk\":\"p\",\"ttl\":10}");
        container.upsert("{\"id\":\"never\",\"pk\":\"p\",\"ttl\":-1}");
    }

    @AfterEach
    void close() {
        container.close();
    }

    @Test
    void anItemIsExplainedWhileItLivesAfterItsTimeAndWhenItIsGone() {
        assertThat(expiry.explain("own", P).state()).isEqualTo(Explanation.State.LIVE);
        container.pass(10);
        assertThat(expiry.explain("own", P).state()).isEqualTo(Explanation.State.EXPIRED);
        container.items().removal().purgeAll();
        assertThat(expiry.explain("own", P).state()).isEqualTo(Explanation.State.ABSENT);
    }

    @Test
    void expiredItemsAreListedUntilTheyArePurged() {
        assertThat(expiry.expired(10, null).items()).isEmpty();
        container.pass(100);
        assertThat(expiry.expired(10, null).items()).hasSize(2);
        ExpiredPage first = expiry.expired(1, null);
        assertThat(expiry.expired(1, first.continuation()).items()).hasSize(1);
        container.items().removal().purgeAll();
        assertThat(expiry.expired(10, null).items()).isEmpty();
    }

    @Test
    void aPageOfNoItemsIsRefused() {
        assertThatThrownBy(() -> expiry.expired(0, null)).isInstanceOf(BadRequestException.class);
    }

    @Test
    void everyPartitionHasAReaderOfLives() {
        assertThat(expiry.lives()).hasSize(container.items().partitions().size());
    }
}
