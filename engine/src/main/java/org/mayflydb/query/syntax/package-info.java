/**
 * The text of a query and what it says: {@link org.mayflydb.query.syntax.Parser} turns text into a tree of records
 * ({@link org.mayflydb.query.syntax.SelectQuery} and {@link org.mayflydb.query.syntax.SqlExpression}), {@link
 * org.mayflydb.query.syntax.SqlText} writes such a tree as text again, {@link org.mayflydb.query.syntax.SqlErrors} makes the
 * errors that point at characters.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>Any text parses or is a bad request, in time proportional to its length; depth and length are bounded.
 *   <li>The tree is immutable and knows nothing of containers and parameters, so it may be kept and shared.
 *   <li>What {@code SqlText} writes parses to an equal tree, positions aside.
 * </ul>
 */
@NullMarked
package org.mayflydb.query.syntax;

import org.jspecify.annotations.NullMarked;
