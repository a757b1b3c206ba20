package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.index.IndexEntry;
import org.mayflydb.index.IndexRange;
import org.mayflydb.index.IndexedContainer;
import org.mayflydb.index.TermPath;
import org.mayflydb.index.TermRanges;
import org.mayflydb.item.expiry.ExpiredDocuments;
import org.mayflydb.item.expiry.PurgeResult;
import org.mayflydb.item.read.FoundItems;
import org.mayflydb.item.read.ItemReader;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonString;
import org.mayflydb.key.DocumentNumbers;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyHasher;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.ttl.LiveItem;

class ItemReaderTest {
    private static final TermPath A = TermPath.ITEM.member("a");

    private final IndexedContainer container = new IndexedContainer(IndexingPolicy.DEFAULT, 100);

    @AfterEach
    void close() {
        container.close();
    }

    @Test
    void entryOfTheIndexLeadsToItsItem() {
        container.upsert("{\"id\":\"x\",\"pk\":\"p\",\"a\":7}");
        ItemReader reader = container.reader();
        IndexEntry entry = entries(TermRanges.equalTo(A, JsonNumber.of(7))).get(0);
        assertThat(reader.find(entry.locator()))
                .isNotNull()
                .satisfies(item -> assertThat(item.stored().documentNumber()).isEqualTo(entry.documentNumber()));
    }

    @Test
    void readerShowsTheMomentItWasMade() {
        container.upsert("{\"id\":\"x\",\"pk\":\"p\",\"a\":1}");
        ItemReader reader = container.reader();
        container.upsert("{\"id\":\"x\",\"pk\":\"p\",\"a\":2}");
        container.upsert("{\"id\":\"y\",\"pk\":\"p\",\"a\":3}");
        List<LiveItem> found =
                reader.scanIndex(TermRanges.whole(A).keys(), Direction.FORWARD, 10, 1000).entries().stream()
                        .map(entry -> reader.find(IndexEntry.decode(entry).locator()))
                        .toList();
        assertThat(found)
                .singleElement()
                .satisfies(item -> assertThat(item.jsonText()).contains("\"a\":1"));
        assertThat(reader.scan(EpkRange.FULL, null, null, 10, 1000).items()).hasSize(1);
        assertThat(reader.storedItems()).isEqualTo(1);
    }

    @Test
    void whatAPurgeRemovesWhileOneReadsWasHiddenBefore() {
        container.upsert("{\"id\":\"x\",\"pk\":\"p\",\"a\":1}");
        container.pass(100);
        ItemReader reader = container.reader();
        container.items().removal().purge(100);
        assertThat(reader.storedItems() - reader.expired().size()).isZero();
        assertThat(reader.scan(EpkRange.FULL, null, null, 10, 1000).items()).isEmpty();
    }

    @Test
    void expiredItemIsNotFoundAndItsNumberIsKnown() {
        container.upsert("{\"id\":\"own\",\"pk\":\"p\",\"a\":1,\"ttl\":10}");
        container.upsert("{\"id\":\"inherits\",\"pk\":\"p\",\"a\":2}");
        container.upsert("{\"id\":\"lives\",\"pk\":\"p\",\"a\":3,\"ttl\":-1}");
        container.pass(100);
        ItemReader reader = container.reader();
        ExpiredDocuments expired = reader.expired();
        assertThat(expired.size()).isEqualTo(2);
        for (IndexEntry entry : entries(TermRanges.whole(A))) {
            boolean lives = JsonNumber.of(3).equals(entry.value());
            assertThat(expired.contains(entry.documentNumber())).isEqualTo(!lives);
            assertThat(reader.find(entry.locator()) != null).isEqualTo(lives);
        }
        container.items().removal().purge(100);
        assertThat(reader.expired().size()).isEqualTo(2);
        assertThat(container.reader().expired().isEmpty()).isTrue();
        assertThat(entries(TermRanges.whole(A))).hasSize(1);
    }

    @Test
    void itemThatIsWrittenAnewAfterItExpiredHasAnotherNumber() {
        container.upsert("{\"id\":\"x\",\"pk\":\"p\",\"a\":1}");
        container.pass(100);
        ExpiredDocuments expired = container.reader().expired();
        container.upsert("{\"id\":\"x\",\"pk\":\"p\",\"a\":1}");
        IndexEntry entry = entries(TermRanges.equalTo(A, JsonNumber.of(1))).get(0);
        assertThat(expired.contains(entry.documentNumber())).isFalse();
    }

    @Test
    void scanGoesOverTheItemsThatLivePageByPage() {
        for (int i = 0; i < 10; i++) {
            container.upsert("{\"id\":\"" + i + "\",\"pk\":\"" + i + "\"" + (i % 2 == 0 ? ",\"ttl\":1}" : "}"));
        }
        container.pass(1);
        ItemReader reader = container.reader();
        List<String> found = new ArrayList<>();
        byte[] last = null;
        do {
            FoundItems page = reader.scan(EpkRange.FULL, null, last, 3, 1_000_000);
            page.items().forEach(each -> found.add(each.item().jsonText().substring(7, 8)));
            last = page.lastLocator();
        } while (last != null);
        assertThat(found).containsExactlyInAnyOrder("1", "3", "5", "7", "9");
    }

    @Test
    void equalityWithinAPartitionKeyIsOneStretch() {
        for (int i = 0; i < 40; i++) {
            container.upsert("{\"id\":\"" + i + "\",\"pk\":\"p" + i % 10 + "\",\"a\":\"same\"}");
        }
        ItemReader reader = container.reader();
        EffectivePartitionKey epk = PartitionKeyHasher.hash(reader.partitionKey(), PartitionKey.of("p3"));
        IndexRange range = TermRanges.equalTo(A, new JsonString("same"))
                .within(DocumentNumbers.stretch(reader.partitionKey(), epk));
        byte[] prefix = reader.locatorPrefix(epk);
        assertThat(entries(range))
                .hasSize(4)
                .allSatisfy(entry -> assertThat(entry.locator()).startsWith(prefix));
    }

    @Test
    void onlyRangesOfTheIndexAreScanned() {
        assertThatThrownBy(() ->
                        container.reader().scanIndex(KeyRange.prefix(Keyspace.ITEM.prefix()), Direction.FORWARD, 1, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void purgeOfItemsWithManyEntriesTakesSeveralSteps() {
        StringBuilder numbers = new StringBuilder("0");
        for (int i = 1; i < 4_000; i++) {
            numbers.append(',').append(i);
        }
        for (int i = 0; i < 20; i++) {
            String ttl = i % 2 == 0 ? ",\"ttl\":50" : "";
            container.upsert("{\"id\":\"" + i + "\",\"pk\":\"p\",\"a\":[" + numbers + "]" + ttl + "}");
        }
        container.pass(100);
        int purged = 0;
        int steps = 0;
        PurgeResult result;
        do {
            result = container.items().removal().purge(1000);
            purged += result.items();
            steps++;
            assertThat(container.findings()).isEmpty();
        } while (!result.done());
        assertThat(purged).isEqualTo(20);
        assertThat(steps).isGreaterThan(2);
        assertThat(container.keys(Keyspace.INDEX)).isEmpty();
    }

    private List<IndexEntry> entries(IndexRange range) {
        return container.reader().scanIndex(range.keys(), Direction.FORWARD, 1000, 1_000_000).entries().stream()
                .map(IndexEntry::decode)
                .toList();
    }
}
