package org.mayflydb.key;

/**
 * The numbers that items with one effective partition key can have; items with other keys may have some of them too.
 *
 * @param first inclusive
 * @param end exclusive
 */
public record DocumentStretch(long first, long end) {

    public boolean contains(long documentNumber) {
        return first <= documentNumber && documentNumber < end;
    }
}
