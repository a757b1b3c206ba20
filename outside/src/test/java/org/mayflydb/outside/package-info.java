/**
 * Mayfly as its users meet it: the documents, followed word by word in a clean clone, and projects of their own.
 *
 * <p>{@link org.mayflydb.outside.Document} reads the blocks of a document, {@link org.mayflydb.outside.Session} does what
 * they say, {@link org.mayflydb.outside.Workplace} is the clean machine they do it on.
 */
@NullMarked
package org.mayflydb.outside;

import org.jspecify.annotations.NullMarked;
