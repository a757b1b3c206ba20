/**
 * Many operations in one request.
 *
 * <p>A {@link BatchOperation} says what is to be done, an {@link OperationResult} how it ended. A {@link
 * TransactionalBatch} does operations on one logical partition all or none; {@link Bulk} does operations on any of them
 * one by one, and those that fail do not keep others from being done. The answer to both is a {@link BatchResult}.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>There is a result for every operation, in the order of the operations.
 *   <li>A transactional batch that fails leaves no trace; one that succeeds is one commit, one second and one sequence
 *       number.
 *   <li>No thread waits for an operation of a bulk request, and what an answer holds is bounded.
 * </ul>
 */
@NullMarked
package org.mayflydb.batch;

import org.jspecify.annotations.NullMarked;
