/**
 * Queries that clients spread over the partitions of a container and put together again.
 *
 * <p>Some SDKs ask for the plan of a query before they send it. A {@link org.mayflydb.query.fanout.QueryPlan} tells them
 * which ranges of partition keys to ask, which text to send there instead of the user's, and what to do with the rows: to
 * merge sorted streams, to add up partial aggregates, to drop duplicates, to cut out a window. What a client is able to do
 * it says as a set of {@link org.mayflydb.query.fanout.Feature}s.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>What a client puts together by a plan is what this database answers to the query as a whole. A query for which no
 *       such plan exists, or only one that the client cannot follow, is a bad request.
 *   <li>A plan depends on the query and on whether a partition key is given, never on how many partitions there are: a
 *       split between plan and query changes nothing.
 *   <li>A plan that leaves everything to the server says nothing about parameters, because clients keep it for other values
 *       of them.
 *   <li>The rewritten texts are queries of the same language, apart from the places where a client fills in how far it has
 *       come.
 * </ul>
 */
@NullMarked
package org.mayflydb.query.fanout;

import org.jspecify.annotations.NullMarked;
