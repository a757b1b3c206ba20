package org.mayflydb.item;

import org.mayflydb.partition.Transaction;
import org.mayflydb.ttl.ExpiryRule;

/** What an operation on one item does inside of a transaction. */
@FunctionalInterface
interface ItemAction {
    /**
     * Does it.
     *
     * @param writes what is done in the partition of the item
     */
    ItemResult apply(ItemWrites writes, Transaction transaction, ExpiryRule rule);
}
