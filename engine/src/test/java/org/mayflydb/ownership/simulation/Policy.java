package org.mayflydb.ownership.simulation;

/**
 * What a container is created with.
 *
 * @param generation tells apart containers that had the same name
 * @param ttl the default TTL; 0 for none, {@link #OFF} if nothing expires
 */
record Policy(int generation, int ttl) {
    static final int OFF = -2;
}
