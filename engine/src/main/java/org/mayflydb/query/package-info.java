/**
 * Queries over the items of a container: {@link org.mayflydb.query.Queries} answers a {@link
 * org.mayflydb.query.QueryRequest} with one {@link org.mayflydb.query.QueryPage} at a time.
 *
 * <p>A text is parsed ({@code query.syntax}), compiled with its parameters ({@code query.compile}) into what can run
 * ({@code query.run}), its condition is read for what an index can use ({@code query.plan}), items are found ({@code
 * query.access}), and their rows are put together into a page here.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>The answer is that of looking at every live item, whatever index was used on the way.
 *   <li>Pages continue one another without any state in the server: all of it is in the continuation, which survives
 *       restarts and is refused if it was damaged or belongs to another query.
 *   <li>A page is bounded in rows, bytes and time. What cannot be answered page by page is bounded in time and memory.
 * </ul>
 */
@NullMarked
package org.mayflydb.query;

import org.jspecify.annotations.NullMarked;
