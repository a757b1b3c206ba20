/**
 * Measures what becomes of a million items that expire: how long their space takes to come back, what the purge costs
 * each, and what readers notice of it.
 *
 * <p>{@link PurgeSpace} compares files with those of a store that never held the items. {@link ExpiryWave} reads and writes
 * while everything expires in one second, and draws what the readers saw. {@link PurgeGrowth} compares what an item costs
 * among few and among many.
 */
@NullMarked
package org.mayflydb.bench.purge;

import org.jspecify.annotations.NullMarked;
