package org.mayflydb.ownership;

/** Rule 6: the largest second that this process has used for a partition. */
final class HighWater {
    private long second;

    long second() {
        return second;
    }

    long raise(long atLeast) {
        second = Math.max(second, atLeast);
        return second;
    }
}
