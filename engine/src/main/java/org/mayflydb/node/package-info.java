/**
 * This process as one of several that share a store. The rules are those of {@code ownership}; this package performs their steps on
 * the store, on threads and clocks of the process.
 *
 * <p>{@link Node} registers the process, renews its lease, watches the others, acquires partitions and releases them. A {@link
 * LeasedOwner} is how it owns one partition. One lock per node guards everything that the rules know; it is never held during a
 * call to the store.
 */
@NullMarked
package org.mayflydb.node;

import org.jspecify.annotations.NullMarked;
