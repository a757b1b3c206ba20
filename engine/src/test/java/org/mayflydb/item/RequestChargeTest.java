package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.charge.RequestCharge;
import org.mayflydb.index.IndexRules;
import org.mayflydb.index.IndexedContainer;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.key.PartitionKey;

/** Charges are within ten percent of those that are published for Azure Cosmos DB or that its clients' tests expect. */
class RequestChargeTest {
    private static final PartitionKey KEY = PartitionKey.of("p");
    private static final String UUID = "0b3a3d6e-5d47-4a35-9d0a-7c1f2b9f4d11";

    private final IndexedContainer indexed = new IndexedContainer(IndexingPolicy.DEFAULT);
    private final IndexedContainer plain = new IndexedContainer(IndexingPolicy.NONE);

    @AfterEach
    void close() {
        indexed.close();
        plain.close();
    }

    private static byte[] item(String more) {
        return ("{\"id\":\"a\",\"pk\":\"p\"" + more + "}").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] ofKilobytes(int size) {
        return item(",\"text\":\"" + "x".repeat(size * 1024 - 300) + "\"");
    }

    private static double create(IndexedContainer container, byte[] item) {
        return container.items().writer().create(item, WriteOptions.NONE).join().charge();
    }

    private static double replace(IndexedContainer container, byte[] item) {
        return container
                .items()
                .writer()
                .replace("a", item, WriteOptions.NONE)
                .join()
                .charge();
    }

    private static double delete(IndexedContainer container) {
        return container
                .items()
                .writer()
                .delete("a", KEY, ItemConditions.NONE)
                .join()
                .charge();
    }

    private static double read(IndexedContainer container) {
        return container.items().reads().read("a", KEY, ItemConditions.NONE).charge();
    }

    @Test
    void aSortedPageOfTwoSmallItemsCostsWhatTheJavaScriptSuiteExpects() {
        assertThat(RequestCharge.query(true, 3, 2, 600)).isCloseTo(2.92, withinPercentage(5));
        assertThat(RequestCharge.query(false, 1, 1, 300)).isCloseTo(2.5, withinPercentage(10));
    }

    @Test
    void withoutAnIndexOneKilobyteCostsFiveToWriteAndOneToRead() {
        assertThat(create(plain, ofKilobytes(1))).isCloseTo(5, withinPercentage(10));
        assertThat(read(plain)).isEqualTo(1);
        assertThat(replace(plain, ofKilobytes(1))).isCloseTo(10, withinPercentage(10));
    }

    @Test
    void withoutAnIndexAHundredKilobytesCostFiftyToWriteAndTenToRead() {
        assertThat(create(plain, ofKilobytes(100))).isCloseTo(50, withinPercentage(10));
        assertThat(read(plain)).isCloseTo(10, withinPercentage(10));
    }

    @Test
    void threeIndexedStringsCost629ToCreateAndToDelete() {
        assertThat(create(indexed, item(",\"prop\":\"" + UUID + "\""))).isEqualTo(6.29);
        assertThat(delete(indexed)).isEqualTo(6.29);
    }

    @Test
    void nineIndexedPropertiesCostMoreThanSixAndLessThanTen() {
        assertThat(create(indexed, item(",\"a\":1,\"b\":2,\"c\":3,\"d\":true,\"e\":null,\"f\":\"x\",\"g\":1.5")))
                .isBetween(6.0, 10.0);
    }

    @Test
    void aReplaceCostsWhatItChangesInTheIndex() {
        create(indexed, item(",\"prop\":\"" + UUID + "\""));
        double touched = replace(indexed, item(",\"prop\":\"" + UUID + "\""));
        assertThat(touched).isCloseTo(10.29, withinPercentage(10));
        double changed = replace(indexed, item(",\"prop\":\"other\""));
        assertThat(changed).isGreaterThan(touched).isCloseTo(2 * 6.29, withinPercentage(12));
        indexed.pass(1);
        assertThat(replace(indexed, item(",\"prop\":\"other\"")))
                .as("another second")
                .isEqualTo(touched);
    }

    @Test
    void aRebuildOfTheIndexDoesNotChangeWhatAWriteCosts() {
        create(indexed, item(",\"prop\":\"" + UUID + "\""));
        double before = replace(indexed, item(",\"prop\":\"x\""));
        indexed.items().index().change(IndexRules.of(IndexingPolicy.NONE));
        indexed.items().index().change(IndexRules.of(IndexingPolicy.DEFAULT));
        assertThat(replace(indexed, item(",\"prop\":\"y\""))).isEqualTo(before);
    }
}
