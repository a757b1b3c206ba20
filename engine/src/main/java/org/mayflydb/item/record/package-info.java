/**
 * What is stored for an item beside its record: keys, locators, and the entries of the feed, of expiry times and of unique
 * values. The layouts are in {@code docs/KEYSPACE.md}; the item record itself is {@link org.mayflydb.ttl.StoredItem}.
 */
@NullMarked
package org.mayflydb.item.record;

import org.jspecify.annotations.NullMarked;
