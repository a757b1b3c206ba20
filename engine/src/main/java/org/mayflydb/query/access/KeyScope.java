package org.mayflydb.query.access;

import org.mayflydb.key.DocumentStretch;
import org.mayflydb.key.KeyMatcher;

/**
 * The one partition key, or the beginning of one, whose items a query looks at.
 *
 * @param test tells its items from those of other keys with the same hash
 * @param numbers the document numbers that its items have
 */
public record KeyScope(KeyMatcher test, DocumentStretch numbers) {}
