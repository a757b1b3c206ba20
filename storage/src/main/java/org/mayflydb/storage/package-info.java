/**
 * The storage contract: an ordered key-value store with conditional commits, and nothing else.
 *
 * <p>A {@link Store} holds partitions; a {@link StorePartition} is the unit of ordering, atomicity and ownership.
 * Nothing is atomic across partitions. A {@link Commit} is applied whole or not at all, and only if its conditions
 * hold; its outcome may be <em>unknown</em>, which is not the same as failed.
 * {@link Capability} names what only some stores offer; {@link Stores} opens a store by its {@link StoreAddress}.
 *
 * <p>Promises every store keeps, and the {@code StoreContract} test checks:
 *
 * <ul>
 *   <li>Keys are ordered as unsigned bytes.
 *   <li>One call is one consistent read point. Two calls need not share one.
 *   <li>A commit with {@link Durability#SYNCED} that returns {@link CommitOutcome#APPLIED} survives a power failure,
 *       and so does every commit applied before it.
 *   <li>Stores know nothing of time to live: the default can change under existing items, so expiry is decided above.
 * </ul>
 */
@NullMarked
package org.mayflydb.storage;

import org.jspecify.annotations.NullMarked;
