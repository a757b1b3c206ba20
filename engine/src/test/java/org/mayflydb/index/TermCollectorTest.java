package org.mayflydb.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.Bytes;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

class TermCollectorTest {
    private static final long TIMESTAMP = 1_794_700_800L;
    private static final IndexRules DEFAULT = IndexRules.of(IndexingPolicy.DEFAULT);

    @Test
    void everyValueHasATermAndArraysAreEnteredByEveryElement() {
        List<byte[]> keys =
                keys(DEFAULT, "{\"id\":\"x\",\"tags\":[\"t\",7],\"crew\":[{\"role\":\"mate\"}],\"none\":null}");
        assertThat(keys).hasSize(6);
        assertThat(holds(keys, TermPath.ITEM.member("id"), new JsonString("x"))).isTrue();
        assertThat(holds(keys, TermPath.ITEM.member("tags").everyElement(), JsonNumber.of(7)))
                .isTrue();
        TermPath role = TermPath.ITEM.member("crew").everyElement().member("role");
        assertThat(holds(keys, role, new JsonString("mate"))).isTrue();
        assertThat(holds(keys, TermPath.ITEM.member("none"), JsonValue.parse("null")))
                .isTrue();
        assertThat(holds(keys, TermPath.ITEM.member("_ts"), JsonNumber.of(TIMESTAMP)))
                .isTrue();
    }

    @Test
    void valueThatRepeatsInAnArrayHasOneTerm() {
        assertThat(keys(DEFAULT, "{\"a\":[1,1.0,[1],[1],\"1\"]}")).hasSize(4);
    }

    @Test
    void systemPropertiesAreLeftOut() {
        assertThat(keys(DEFAULT, "{\"_rid\":\"r\",\"_self\":\"s\",\"_etag\":\"e\",\"_attachments\":\"a\",\"_ts\":1}"))
                .hasSize(1);
    }

    @Test
    void itemWithTooManyTermsHasNone() {
        ItemTerms most = TermCollector.collect(DEFAULT, numbers(TermCollector.TERMS_MAX));
        assertThat(most.isOverflowing()).isFalse();
        assertThat(most.count()).isEqualTo(TermCollector.TERMS_MAX + 1);
        ItemTerms more = TermCollector.collect(DEFAULT, numbers(TermCollector.TERMS_MAX + 1));
        assertThat(more.isOverflowing()).isTrue();
        assertThat(more.count()).isZero();
        assertThat(more.keys(1, TIMESTAMP)).isEmpty();
    }

    @Test
    void termsCanBeNumberedAgainWithoutChangingWhatWasGivenAway() {
        ItemTerms terms = TermCollector.collect(DEFAULT, "{\"a\":1}".getBytes(StandardCharsets.UTF_8));
        List<Bytes> first = terms.keys(1, TIMESTAMP).stream().map(Bytes::wrap).toList();
        List<String> before = first.stream().map(Bytes::toString).toList();
        List<Bytes> second = terms.keys(2, TIMESTAMP).stream().map(Bytes::wrap).toList();
        assertThat(first.stream().map(Bytes::toString)).isEqualTo(before);
        assertThat(second).doesNotContainAnyElementsOf(first);
    }

    @Test
    void collectsWhatTheNaiveWayFinds() {
        long seed = 31L;
        RandomJson random = new RandomJson(new Random(seed));
        for (int i = 0; i < 3_000; i++) {
            IndexingPolicy policy = random.policy();
            JsonObject item = random.object(4);
            JsonObject stored = item.with("_ts", JsonNumber.of(TIMESTAMP)).with("_rid", new JsonString("r"));
            ItemTerms terms = TermCollector.collect(IndexRules.of(policy), stored.toBytes());
            SortedSet<Bytes> expected = NaiveIndex.valueKeys(policy, stored, i);
            List<Bytes> found =
                    terms.keys(i, TIMESTAMP).stream().map(Bytes::wrap).sorted().toList();
            assertThat(found)
                    .as("seed %s, round %s: %s of %s", seed, i, item, policy.toJson())
                    .isEqualTo(List.copyOf(expected));
            assertThat(terms.count()).isEqualTo(found.size());
            if (!terms.rules().isIdle()) {
                assertThat(terms.shape().encode())
                        .as("seed %s, round %s", seed, i)
                        .isEqualTo(NaiveIndex.shape(stored).encode());
            }
        }
    }

    private static byte[] numbers(int count) {
        return IntStream.range(0, count)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(",", "{\"a\":[", "]}"))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static List<byte[]> keys(IndexRules rules, String json) {
        return TermCollector.collect(rules, json.getBytes(StandardCharsets.UTF_8))
                .keys(5, TIMESTAMP);
    }

    private static boolean holds(List<byte[]> keys, TermPath path, JsonValue value) {
        return keys.stream().anyMatch(TermRanges.equalTo(path, value).keys()::contains);
    }
}
