package org.mayflydb.query.run;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonEquality;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.function.Cost;

/**
 * A compiled SELECT: the rows, and what becomes of them.
 *
 * @param grouping null if every row is projected by itself
 */
public record Selection(Rows rows, @Nullable Grouping grouping, Evaluator projection, boolean distinct) {

    /** Who is shown the results. */
    @FunctionalInterface
    public interface Visitor {
        /** Looks at a result; false if that is enough. */
        boolean result(JsonValue value);
    }

    /** Shows the results for what is in the frame until one is refused; returns true if none was. */
    public boolean forEach(Frame frame, Visitor visitor) {
        Visitor target = distinct ? new Distinct(frame.budget(), visitor) : visitor;
        if (grouping == null) {
            return rows.forEach(frame, row -> project(row, target));
        }
        GroupTable groups = new GroupTable(grouping, frame.budget());
        boolean unused = rows.forEach(frame, row -> {
            groups.add(row);
            return true;
        });
        return groups.forEach(frame, row -> project(row, target));
    }

    /** Projects the row; an undefined result is none. */
    public boolean project(Frame row, Visitor visitor) {
        JsonValue value = projection.evaluate(row);
        return value == null || visitor.result(value);
    }

    /** Lets only the first of equal results through. */
    public static final class Distinct implements Visitor {
        private final Set<JsonEquality.Key> seen = new HashSet<>();
        private final Budget budget;
        private final Visitor target;

        public Distinct(Budget budget, Visitor target) {
            this.budget = budget;
            this.target = target;
        }

        @Override
        public boolean result(JsonValue value) {
            Cost.payDeep(value, budget);
            if (!seen.add(new JsonEquality.Key(value))) {
                return true;
            }
            budget.hold(value);
            return target.result(value);
        }
    }
}
