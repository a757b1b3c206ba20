package org.mayflydb.item.expiry;

import java.util.Arrays;

/**
 * The numbers of the items that had expired at a certain second, or were deleted with their logical partition, and are still
 * stored. Who counts entries of the index
 * leaves these out, and need not read items for it: a number belongs to one life of an item, and is not used again when an
 * expired item is written anew.
 */
public final class ExpiredDocuments {
    private long[] numbers = new long[16];
    private int size;

    public ExpiredDocuments() {}

    /** This, once all are added. */
    public ExpiredDocuments sorted() {
        Arrays.sort(numbers, 0, size);
        return this;
    }

    public boolean add(long documentNumber) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * size);
        }
        numbers[size++] = documentNumber;
        return true;
    }

    public boolean contains(long documentNumber) {
        return size > 0 && Arrays.binarySearch(numbers, 0, size, documentNumber) >= 0;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public int size() {
        return size;
    }
}
