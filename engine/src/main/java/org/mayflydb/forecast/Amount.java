package org.mayflydb.forecast;

/**
 * How much there is.
 *
 * @param bytes the size of the items' JSON
 */
public record Amount(long items, long bytes) {
    public static final Amount NONE = new Amount(0, 0);

    public Amount plus(Amount other) {
        return new Amount(items + other.items, bytes + other.bytes);
    }
}
