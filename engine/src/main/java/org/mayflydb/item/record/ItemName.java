package org.mayflydb.item.record;

import org.mayflydb.key.KeyMatcher;

/**
 * What a request calls an item by.
 *
 * @param locator where it is stored; it has only the hash of the partition key
 * @param key tells whether what is stored there has the partition key
 */
public record ItemName(Locator locator, KeyMatcher key) {}
