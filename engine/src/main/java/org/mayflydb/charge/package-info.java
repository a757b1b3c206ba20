/**
 * Request units: what operations cost, and how many a container may spend.
 *
 * <p>A {@link Throughput} is what was provisioned. {@link RequestCharge} is the cost model: a pure function of how much an
 * operation reads, writes and indexes, so the same operation always costs the same. {@link ThroughputRules} decide whether
 * throughput limits requests.
 */
@NullMarked
package org.mayflydb.charge;

import org.jspecify.annotations.NullMarked;
