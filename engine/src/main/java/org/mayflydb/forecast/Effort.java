package org.mayflydb.forecast;

/**
 * How much may be read for an answer.
 *
 * @param entriesMax up to so many items are looked at one by one, which makes the answer exact
 * @param sampleItems about so many are drawn if there are more
 * @param sampleBlocks in about so many slots
 */
public record Effort(long entriesMax, int sampleItems, int sampleBlocks) {
    /** Some ten thousand small reads, whatever a container holds; up to two hundred thousand entries one by one. */
    public static final Effort DEFAULT = new Effort(200_000, 32_768, 8192);
}
