package org.mayflydb.item;

import org.mayflydb.partition.Transaction;
import org.mayflydb.ttl.ExpiryRule;

/** What an operation on one item does inside of a transaction. */
@FunctionalInterface
interface ItemAction {
    ItemResult apply(Transaction transaction, ExpiryRule rule);
}
