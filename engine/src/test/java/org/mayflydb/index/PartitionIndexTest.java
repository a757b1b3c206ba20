package org.mayflydb.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.Bytes;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.OrderedBytes;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Space;

class PartitionIndexTest {
    private static final TermPath A = TermPath.ITEM.member("a");
    private static final TermPath B = TermPath.ITEM.member("b");
    private static final IndexingPolicy ONLY_A = policy("/a/?");
    private static final IndexingPolicy ONLY_B = policy("/b/?");

    private final IndexedContainer container = new IndexedContainer(IndexingPolicy.DEFAULT);

    @AfterEach
    void close() {
        container.close();
    }

    @Test
    void itemHasATermForEachValueAndOneShape() {
        container.upsert("{\"id\":\"x\",\"a\":[1,2],\"b\":true}");
        assertThat(container.keys(Keyspace.INDEX)).as("id, a twice, b, _ts").hasSize(5);
        assertThat(container.keys(Keyspace.SHAPE)).hasSize(1);
        assertThat(numbersOf(A.everyElement(), JsonNumber.of(2))).hasSize(1);
    }

    @Test
    void replaceLeavesTheEntriesThatStayTheSame() {
        container.upsert("{\"id\":\"x\",\"a\":1,\"b\":1}");
        Set<Bytes> before = container.keys(Keyspace.INDEX);
        container.upsert("{\"id\":\"x\",\"a\":1,\"b\":2}");
        Set<Bytes> after = container.keys(Keyspace.INDEX);
        assertThat(after).hasSize(before.size());
        assertThat(before.stream().filter(after::contains)).hasSize(before.size() - 1);
        assertThat(container.findings()).isEmpty();
    }

    @Test
    void newPolicyCountsForWritesAtOnceAndForOlderItemsWhenTheRebuildIsThrough() {
        fill(250);
        container.changePolicy(ONLY_A);
        IndexView during = container.reader().index();
        assertThat(during.covers(A)).as("both policies have it").isTrue();
        assertThat(during.covers(B)).as("only the old policy has it").isFalse();
        assertThat(container.items().index().progressPercent()).isBetween(1, 99);
        container.upsert("{\"id\":\"late\",\"a\":1,\"b\":-1}");
        assertThat(numbersOf(B, JsonNumber.of(-1))).isEmpty();
        container.rebuild();
        assertThat(container.items().index().progressPercent()).isEqualTo(100);
        assertThat(count(TermRanges.whole(B))).isZero();
        assertThat(count(TermRanges.whole(A))).isEqualTo(251);
        assertThat(container.reader().index()).isNotSameAs(during);
        assertThat(container.findings()).isEmpty();
    }

    @Test
    void pathThatTheNewPolicyAddsIsOfferedWhenAllItemsHaveIt() {
        container.changePolicy(ONLY_A);
        fill(250);
        container.changePolicy(ONLY_B);
        assertThat(container.reader().index().covers(B)).isFalse();
        container.rebuild();
        assertThat(container.reader().index().covers(B)).isTrue();
        assertThat(count(TermRanges.whole(B))).isEqualTo(250);
    }

    @Test
    void rebuildGoesOnAfterARestart() {
        fill(350);
        container.changePolicy(ONLY_A);
        container.stepInBackground();
        int before = container.items().index().progressPercent();
        container.restart();
        assertThat(container.items().index().progressPercent())
                .isEqualTo(before)
                .isGreaterThan(50);
        container.rebuild();
        assertThat(container.items().index().progressPercent()).isEqualTo(100);
        assertThat(count(TermRanges.whole(B))).isZero();
        assertThat(container.findings()).isEmpty();
    }

    @Test
    void changeBackBeforeTheRebuildIsThroughRestoresEverything() {
        fill(250);
        Set<Bytes> before = container.keys(Keyspace.INDEX);
        container.changePolicy(ONLY_A);
        container.changePolicy(IndexingPolicy.DEFAULT);
        container.rebuild();
        assertThat(container.keys(Keyspace.INDEX)).isEqualTo(before);
    }

    @Test
    void ofManyPoliciesInARowTheLastIsInForceInTheEnd() {
        fill(250);
        for (String path : List.of("/a/?", "/b/?", "/c/?", "/d/?", "/e/?", "/b/?", "/f/?", "/b/?")) {
            container.changePolicy(policy(path));
            container.upsert("{\"id\":\"7\",\"a\":7,\"b\":7,\"f\":7}");
        }
        assertThat(container.findings()).isEmpty();
        container.rebuild();
        assertThat(container.findings()).isEmpty();
        assertThat(count(TermRanges.whole(B))).isEqualTo(250);
        assertThat(count(TermRanges.whole(A))).isZero();
    }

    @Test
    void aPolicyThatWasPutOffIsCarriedOutAfterARestart() {
        fill(250);
        for (String path : List.of("/a/?", "/b/?", "/c/?", "/d/?", "/e/?")) {
            container.changePolicy(policy(path));
        }
        container.restart();
        assertThat(container.items().index().progressPercent()).isLessThan(100);
        container.rebuild();
        assertThat(container.items().index().progressPercent()).isEqualTo(100);
        assertThat(count(TermRanges.whole(A))).isZero();
        assertThat(container.reader().index().covers(TermPath.ITEM.member("e"))).isTrue();
        assertThat(container.findings()).isEmpty();
    }

    @Test
    void policyWithoutIndexLeavesTheEntriesOfTheCreationOrderAlone() {
        fill(120);
        container.changePolicy(IndexingPolicy.NONE);
        assertThat(container.reader().index().hasShapes()).isFalse();
        container.rebuild();
        assertThat(container.keys(Keyspace.INDEX)).isEmpty();
        assertThat(container.keys(Keyspace.SHAPE))
                .hasSize(120)
                .allSatisfy(key -> assertThat(OrderedBytes.readUnsignedLong(key.array(), 1))
                        .isEqualTo(Shapes.NOT_INDEXED));
        assertThat(container.findings()).isEmpty();
    }

    @Test
    void changeWhoseOutcomeIsUnknownIsMadeWhenTheContainerIsNextAskedFor() {
        fill(250);
        container.store.failCall(2, FaultyStore.Call.COMMIT);
        assertThatThrownBy(() -> container.changePolicy(ONLY_A)).isInstanceOf(UnavailableException.class);
        container.items();
        container.rebuild();
        assertThat(count(TermRanges.whole(B))).isZero();
        assertThat(container.findings()).isEmpty();
    }

    @Test
    void itemWithTooManyTermsStandsUnderOverflowAlone() {
        assertThat(container.reader().shapes().hasOverflow()).isFalse();
        container.upsert("{\"id\":\"big\",\"a\":[" + numbers(TermCollector.TERMS_MAX) + "]}");
        assertThat(container.keys(Keyspace.INDEX)).isEmpty();
        assertThat(container.reader().shapes().hasOverflow()).isTrue();
        assertThat(count(Shapes.entries(Shapes.OVERFLOW))).isEqualTo(1);
        container.upsert("{\"id\":\"big\",\"a\":[1]}");
        assertThat(count(Shapes.entries(Shapes.OVERFLOW))).isZero();
        assertThat(container.keys(Keyspace.INDEX)).hasSize(3);
        assertThat(container.findings()).isEmpty();
    }

    @Test
    void itemWithTooManyPathsStandsUnderUnknownAndHasItsTerms() {
        String members = IntStream.range(0, ItemShape.PATHS_MAX)
                .mapToObj(i -> ",\"m" + i + "\":1")
                .collect(Collectors.joining());
        container.upsert("{\"id\":\"wide\"" + members + "}");
        assertThat(count(Shapes.entries(Shapes.UNKNOWN))).isEqualTo(1);
        assertThat(numbersOf(TermPath.ITEM.member("m255"), JsonNumber.of(1))).hasSize(1);
        assertThat(container.reader().shapes().at(A).unknown()).containsExactly(Shapes.UNKNOWN);
        assertThat(container.findings()).isEmpty();
    }

    @Test
    void itemsThatComeAfterTheLastShapeStandUnderUnknown() {
        for (int i = 0; i < ShapeRegistry.SHAPES_MAX + 10; i++) {
            container.upsert("{\"id\":\"" + i + "\",\"m" + i + "\":1}");
        }
        assertThat(count(Shapes.entries(Shapes.UNKNOWN))).isEqualTo(10);
        container.restart();
        container.upsert("{\"id\":\"" + ShapeRegistry.SHAPES_MAX + "\",\"m0\":1}");
        assertThat(count(Shapes.entries(Shapes.UNKNOWN))).isEqualTo(9);
        assertThat(container.findings()).isEmpty();
    }

    @Test
    void checkFindsAnEntryThatIsMissing() {
        container.upsert("{\"id\":\"x\",\"a\":1}");
        byte[] key = container.keys(Keyspace.INDEX).first().array();
        container.partition().commit(new Commit(Durability.SYNCED).delete(Space.DERIVED, key));
        assertThat(container.findings()).anyMatch(finding -> finding.contains("item 'x' lacks entries in the index"));
    }

    @Test
    void checkFindsAnEntryThatBelongsToNobody() {
        container.upsert("{\"id\":\"x\",\"a\":1}");
        byte[] key = container.keys(Keyspace.SHAPE).first().array();
        byte[] locator = container.entries(Keyspace.SHAPE).get(0).value();
        IndexKeys.putNumber(key, 12345);
        container.partition().commit(new Commit(Durability.SYNCED).put(Space.DERIVED, key, locator));
        assertThat(container.findings()).anyMatch(finding -> finding.contains("stray entry"));
    }

    @Test
    void partitionWithItemsButWithoutTheRecordOfItsIndexIsDamaged() {
        container.upsert("{\"id\":\"x\"}");
        container.partition().commit(new Commit(Durability.SYNCED).delete(IndexKeys.state()));
        assertThat(container.findings()).isNotEmpty();
        container.restart();
        assertThatThrownBy(container::items)
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("no record of its index");
    }

    private void fill(int items) {
        for (int i = 0; i < items; i++) {
            container.upsert("{\"id\":\"" + i + "\",\"a\":" + i + ",\"b\":" + i + "}");
        }
    }

    private List<Long> numbersOf(TermPath path, JsonValue value) {
        return container
                .reader()
                .scanIndex(TermRanges.equalTo(path, value).keys(), Direction.FORWARD, 1000, 1_000_000)
                .entries()
                .stream()
                .map(entry -> IndexEntry.decode(entry).documentNumber())
                .toList();
    }

    private int count(IndexRange range) {
        KeyRange keys = range.keys();
        return container
                .reader()
                .scanIndex(keys, Direction.FORWARD, 10_000, 10_000_000)
                .entries()
                .size();
    }

    private static String numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    private static IndexingPolicy policy(String included) {
        return IndexingPolicy.fromJson(JsonValue.parse(
                "{\"includedPaths\":[{\"path\":\"" + included + "\"}],\"excludedPaths\":[{\"path\":\"/*\"}]}"));
    }
}
