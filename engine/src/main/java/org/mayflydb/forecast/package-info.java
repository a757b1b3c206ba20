/**
 * What will become of the items of a container: how many expire when, and what another time to live would do to them,
 * before it is set.
 *
 * <p>A {@link Forecast} puts every stored item into one slot of a {@link Horizon}: expired already, in one of the {@link
 * Bucket}s ahead, later, or never. A {@link WhatIf} has two of them, by the rule in force and by another. {@link Forecaster}
 * makes both; a {@link TtlGuard} asks it before a change.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>Whether an item has expired is said by {@link org.mayflydb.ttl.ExpiryRule}; nothing is decided here.
 *   <li>Every answer comes after a bounded number of reads, whatever the container holds, and says in its {@link
 *       Precision} whether every item was looked at or how far off a sample may be.
 *   <li>Nothing is random: the same items at the same second give the same answer.
 * </ul>
 */
@NullMarked
package org.mayflydb.forecast;

import org.jspecify.annotations.NullMarked;
