/**
 * How the items that a query needs are found: {@link org.mayflydb.query.plan.ConditionReader} reads out of WHERE what an
 * index can know, as a {@link org.mayflydb.query.plan.Condition}.
 *
 * <p>A condition holds for every item that WHERE is true for, and perhaps for others: whoever uses it applies WHERE again,
 * unless the condition says that it is exact.
 */
@NullMarked
package org.mayflydb.query.plan;

import org.jspecify.annotations.NullMarked;
