package org.mayflydb.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;

class EpkRangeTest {

    private static final PartitionKeyDefinition VERSION_1 =
            new PartitionKeyDefinition(List.of(DocumentPath.parse("/pk")), PartitionKeyDefinition.Kind.HASH, 1, false);
    private static final PartitionKeyDefinition VERSION_2 = PartitionKeyDefinition.hash("/pk");

    @Test
    void oneRangeIsTheWholeSpace() {
        assertThat(EpkRange.split(VERSION_2, 1)).containsExactly(EpkRange.FULL);
        assertThat(EpkRange.FULL.min().hex()).isEmpty();
        assertThat(EpkRange.FULL.max().hex()).isEqualTo("FF");
    }

    @Test
    void twoRangesMeetInTheMiddle() {
        assertThat(EpkRange.split(VERSION_2, 2).get(0).max().hex()).isEqualTo("1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF");
    }

    @Test
    void fiveRangesEndWhereThoseOfAzureEnd() {
        List<EpkRange> ranges = EpkRange.split(VERSION_2, 5);
        assertThat(ranges.get(0).max().hex()).isEqualTo("0CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC");
        assertThat(ranges.get(3).max().hex()).isEqualTo("33333333333333333333333333333330");
    }

    @Test
    void rangesOfOldContainersMeetWhereAHashBegins() {
        // 2^31 is the double 41E0..., whose sign bit is flipped.
        assertThat(EpkRange.split(VERSION_1, 2).get(0).max().hex()).isEqualTo("05C1E0");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 16, 1000})
    void rangesTileTheSpace(int count) {
        for (PartitionKeyDefinition definition : List.of(VERSION_1, VERSION_2)) {
            List<EpkRange> ranges = EpkRange.split(definition, count);
            assertThat(ranges).hasSize(count);
            assertThat(ranges.get(0).min()).isEqualTo(EffectivePartitionKey.MIN);
            assertThat(ranges.get(count - 1).max()).isEqualTo(EffectivePartitionKey.MAX);
            for (int i = 0; i < count; i++) {
                assertThat(ranges.get(i).min()).isLessThan(ranges.get(i).max());
                assertThat(i == 0
                                || ranges.get(i - 1).max().equals(ranges.get(i).min()))
                        .isTrue();
            }
        }
    }

    @Test
    void keysSpreadEvenlyOverTheRanges() {
        long seed = 11L;
        Random random = new Random(seed);
        for (PartitionKeyDefinition definition : List.of(VERSION_1, VERSION_2)) {
            List<EpkRange> ranges = EpkRange.split(definition, 4);
            int[] counts = new int[4];
            for (int i = 0; i < 4000; i++) {
                EffectivePartitionKey hash =
                        PartitionKeyHasher.hash(definition, PartitionKey.of("key" + random.nextLong()));
                for (int range = 0; range < 4; range++) {
                    counts[range] += ranges.get(range).contains(hash) ? 1 : 0;
                }
            }
            assertThat(counts).describedAs("seed %s", seed).satisfies(all -> {
                for (int count : all) {
                    assertThat(count).isBetween(850, 1150);
                }
            });
        }
    }

    @Test
    void theRangeOfAPrefixHoldsTheKeysThatBeginWithIt() {
        PartitionKeyDefinition definition = PartitionKeyDefinition.multiHash("/a", "/b");
        EpkRange tenant = EpkRange.prefix(PartitionKeyHasher.hash(definition, PartitionKey.of("t1")));
        assertThat(tenant.contains(PartitionKeyHasher.hash(definition, PartitionKey.of("t1", "u"))))
                .isTrue();
        assertThat(tenant.contains(PartitionKeyHasher.hash(definition, PartitionKey.of("t2", "u"))))
                .isFalse();
    }

    @Test
    void rangesThatOnlyTouchDoNotOverlap() {
        List<EpkRange> ranges = EpkRange.split(VERSION_2, 2);
        assertThat(ranges.get(0).overlaps(ranges.get(1))).isFalse();
        assertThat(ranges.get(0).overlaps(EpkRange.FULL)).isTrue();
    }

    @Test
    void hexadecimalTextSurvivesARoundTrip() {
        assertThat(EffectivePartitionKey.parse("05C1E0").hex()).isEqualTo("05C1E0");
        assertThat(EffectivePartitionKey.parse("05c1e0")).isEqualTo(EffectivePartitionKey.parse("05C1E0"));
        assertThatThrownBy(() -> EffectivePartitionKey.parse("05C")).isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> EffectivePartitionKey.parse("XY")).isInstanceOf(BadRequestException.class);
    }
}
