/**
 * Measures the database beside its limit: what the RocksDB under it does by itself with the same keys and values.
 *
 * <p>{@link Twins} are a database and a bare RocksDB that went through the same commits, with the same options. A {@link
 * Duel} lets the two work in turns, round by round, so that whatever else the machine does meets both; what counts is the
 * ratio. {@link EngineBench} measures reads and writes, {@link QueryBench} queries and what their index costs; both print
 * tables. A {@link Question} is a query together with the entries of the index that its answer cannot do without.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>The limit does the least that could be called the same: no more than the keys and values that the database itself
 *       read or wrote, prepared beforehand.
 *   <li>A synced commit is answered by a synced write of the limit, a relaxed one by a relaxed one.
 * </ul>
 */
@NullMarked
package org.mayflydb.bench;

import org.jspecify.annotations.NullMarked;
