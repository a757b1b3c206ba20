/**
 * Expiry of items: the rule in force, what has expired and is still stored, and its removal in bounded steps. No reader
 * depends on the removal: {@link org.mayflydb.ttl.ExpiryRule} hides an item in time.
 */
@NullMarked
package org.mayflydb.item.expiry;

import org.jspecify.annotations.NullMarked;
