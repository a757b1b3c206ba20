package org.mayflydb.query;

import java.util.List;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.query.access.PartitionView;
import org.mayflydb.query.access.Work;
import org.mayflydb.query.compile.Schema;
import org.mayflydb.query.plan.Condition;
import org.mayflydb.query.run.Budget;

/** The container that is queried. */
public interface QueryTarget {
    Schema schema();

    /** The partitions that have items in scope for which the condition can hold, in the order of their ranges; to be closed. */
    List<PartitionView> views(ListScope scope, Condition condition, Work work, Budget budget);
}
