/**
 * Time to live: how long an item may be seen.
 *
 * <p>A {@link Lifetime} is what an item says of itself, a {@link ContainerTtl} what its container says. {@link
 * ExpiryRule} is the only place where a deadline meets the clock. Storage yields a {@link StoredItem}, whose content
 * nobody can reach; only the rule turns it into a {@link LiveItem}, which has it. So every reader agrees about an item
 * at an instant, and a reader that forgets to ask does not compile. An {@link ExpiredItem} has what is past its deadline
 * and not deleted yet; it is for operators, and no answer to a reader can be made of it.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>From {@code _ts + ttl} on, to the second, an item is gone for everybody.
 *   <li>Nothing is ever stored as "expired": visibility is a function of the item's last write, its own lifetime, the
 *       container's default and the time, so a change of the default acts on every item at once and touches none.
 *   <li>Seconds are added in 64 bits: the longest lifetime ends in the far future.
 * </ul>
 */
@NullMarked
package org.mayflydb.ttl;

import org.jspecify.annotations.NullMarked;
