package org.mayflydb.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DocumentNumbersTest {
    private static final PartitionKeyDefinition NEW = PartitionKeyDefinition.hash("/pk");
    private static final PartitionKeyDefinition OLD =
            new PartitionKeyDefinition(List.of(DocumentPath.parse("/pk")), PartitionKeyDefinition.Kind.HASH, 1, false);
    private static final PartitionKeyDefinition LEVELS = PartitionKeyDefinition.multiHash("/a", "/b");

    @Test
    void numberLiesInTheStretchOfItsKeyAndCountsWithinIt() {
        for (PartitionKeyDefinition definition : List.of(NEW, OLD)) {
            EffectivePartitionKey epk = PartitionKeyHasher.hash(definition, PartitionKey.of("x"));
            DocumentNumbers numbers = new DocumentNumbers(definition, EpkRange.FULL);
            DocumentStretch stretch = DocumentNumbers.stretch(definition, epk);
            assertThat(stretch.contains(numbers.number(epk, 1))).isTrue();
            assertThat(numbers.number(epk, 2)).isEqualTo(numbers.number(epk, 1) + 1);
            assertThat(DocumentNumbers.running(numbers.number(epk, 12345))).isEqualTo(12345);
            assertThat(numbers.number(epk, 1)).isLessThan(1L << 60);
        }
    }

    @Test
    void fourBitsAboveTheRunningNumberStayZero() {
        EffectivePartitionKey epk = PartitionKeyHasher.hash(NEW, PartitionKey.of("x"));
        DocumentNumbers numbers = new DocumentNumbers(NEW, EpkRange.FULL);
        long newest = (1L << 35) - 1;
        assertThat((numbers.number(epk, newest) >>> 35) & 0xF).isZero();
        assertThat(DocumentNumbers.running(numbers.number(epk, newest))).isEqualTo(newest);
        assertThatThrownBy(() -> numbers.number(epk, newest + 1)).hasMessageContaining("run out of document numbers");
    }

    @Test
    void hierarchicalKeysThatBeginAlikeShareAStretch() {
        EffectivePartitionKey first = PartitionKeyHasher.hash(LEVELS, PartitionKey.of("x"));
        EffectivePartitionKey both = PartitionKeyHasher.hash(LEVELS, PartitionKey.of("x", "y"));
        assertThat(DocumentNumbers.stretch(LEVELS, both)).isEqualTo(DocumentNumbers.stretch(LEVELS, first));
    }

    @Test
    void keysAreSpreadOverStretchesInTheOrderOfTheirHashes() {
        for (PartitionKeyDefinition definition : List.of(NEW, OLD)) {
            Set<Long> stretches = new HashSet<>();
            List<EffectivePartitionKey> keys = IntStream.range(0, 1000)
                    .mapToObj(i -> PartitionKeyHasher.hash(definition, PartitionKey.of("key " + i)))
                    .sorted()
                    .toList();
            long last = -1;
            for (EffectivePartitionKey key : keys) {
                long first = DocumentNumbers.stretch(definition, key).first();
                assertThat(first).isGreaterThanOrEqualTo(last);
                last = first;
                stretches.add(first);
            }
            assertThat(stretches).hasSizeGreaterThan(990);
        }
    }

    @Test
    void numberIsNeverTheSameInTwoPartitions() {
        for (PartitionKeyDefinition definition : List.of(NEW, OLD)) {
            List<EpkRange> ranges = EpkRange.split(definition, 3);
            EffectivePartitionKey boundary = ranges.get(1).min();
            DocumentNumbers lower = new DocumentNumbers(definition, ranges.get(0));
            DocumentNumbers upper = new DocumentNumbers(definition, ranges.get(1));
            assertThat(DocumentNumbers.stretch(definition, boundary).contains(upper.number(boundary, 1)))
                    .isTrue();
            assertThat(lower.number(boundary, 1)).isNotEqualTo(upper.number(boundary, 1));
            assertThat(DocumentNumbers.running(upper.number(boundary, 7))).isEqualTo(7);
        }
    }
}
