package org.mayflydb.query.run;

import java.util.List;

/**
 * How rows are summed up: what GROUP BY names, and the aggregate functions of the query. Their values are put into slots,
 * from where the projection takes them. Without GROUP BY there is one group, even of no rows.
 */
public record Grouping(List<Key> keys, List<Call> calls) {

    /** An expression of GROUP BY and the slot of its value. */
    public record Key(Evaluator expression, int slot) {}

    /** A call of an aggregate function and the slot of its result. */
    public record Call(Aggregate function, Evaluator argument, int slot) {}

    public Grouping {
        keys = List.copyOf(keys);
        calls = List.copyOf(calls);
    }
}
