/**
 * A compiled query at work: {@link org.mayflydb.query.run.Evaluator}s compute values from a {@link
 * org.mayflydb.query.run.Frame}, {@link org.mayflydb.query.run.Rows} are the rows that one item gives, {@link
 * org.mayflydb.query.run.Grouping} and {@link org.mayflydb.query.run.Aggregate} sum them up.
 *
 * <p>Java's null stands for undefined. Promises:
 *
 * <ul>
 *   <li>What is compiled is immutable; all state is in the frame, which one thread uses.
 *   <li>Every loop that data can make long spends from the {@link org.mayflydb.query.run.Budget}, and everything that
 *       grows is counted there, so no query outlives its time or its memory.
 * </ul>
 */
@NullMarked
package org.mayflydb.query.run;

import org.jspecify.annotations.NullMarked;
