package org.mayflydb.query.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mayflydb.index.IndexEntry;

/** Entries of several values as one sequence in the order of document numbers: all of them, or those in both. */
class MergedEntriesTest {
    private static final int HEADER_BYTES = 9;

    private static EntrySource source(long... numbers) {
        Iterator<Long> rest = Arrays.stream(numbers).iterator();
        return () -> rest.hasNext() ? entry(rest.next()) : null;
    }

    private static IndexEntry entry(long number) {
        byte[] key = new byte[HEADER_BYTES + Long.BYTES];
        ByteBuffer.wrap(key).putLong(HEADER_BYTES, number);
        return new IndexEntry(key, new byte[0]);
    }

    private static List<Long> numbers(EntrySource source) {
        List<Long> numbers = new ArrayList<>();
        for (IndexEntry entry = source.next(); entry != null; entry = source.next()) {
            numbers.add(entry.documentNumber());
        }
        return numbers;
    }

    @Test
    void entriesOfAllSourcesAreInOrder() {
        assertThat(numbers(MergedEntries.of(List.of(source(2, 9), source(), source(1, 3, 10)))))
                .containsExactly(1L, 2L, 3L, 9L, 10L);
    }

    @Test
    void anItemThatSeveralSourcesHaveComesOnce() {
        assertThat(numbers(MergedEntries.of(List.of(source(1, 5, 7), source(5, 7), source(7)))))
                .containsExactly(1L, 5L, 7L);
    }

    @Test
    void anIntersectionHasTheItemsOfBothSources() {
        assertThat(numbers(new IntersectionEntries(source(1, 3, 5, 8, 9), source(2, 3, 8))))
                .containsExactly(3L, 8L);
    }
}
