package org.mayflydb.query.run;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonValue;

/** The rows that FROM, JOIN and WHERE make of what is in the frame, one after another in its slots. */
@FunctionalInterface
public interface Rows {
    /** One empty row: what there is without FROM. */
    Rows SINGLE = (frame, visitor) -> visitor.row(frame);

    /** Shows every row until the visitor refuses one; returns true if it refused none. */
    boolean forEach(Frame frame, Visitor visitor);

    /** Who is shown the rows. */
    @FunctionalInterface
    interface Visitor {
        /** Looks at the row in the frame; false if that is enough. */
        boolean row(Frame frame);
    }

    /** These rows, kept only where the condition is true. */
    default Rows where(Evaluator condition) {
        return (frame, visitor) -> forEach(frame, row -> !condition.isTrue(row) || visitor.row(row));
    }

    /** These rows, each joined with every row of the next source, which may depend on them. */
    default Rows join(Rows next) {
        return (frame, visitor) -> forEach(frame, row -> next.forEach(row, visitor));
    }

    /** One row if the value is defined, which then is in the slot. */
    static Rows bind(int slot, Evaluator value) {
        return (frame, visitor) -> {
            JsonValue found = value.evaluate(frame);
            if (found == null) {
                return true;
            }
            frame.setSlot(slot, found);
            return visitor.row(frame);
        };
    }

    /** A row if the value is defined; nobody refers to it by a name of its own. */
    static Rows ifDefined(Evaluator value) {
        return (frame, visitor) -> value.evaluate(frame) == null || visitor.row(frame);
    }

    /** A row for every element of an array; none for anything else. */
    static Rows iterate(int slot, Evaluator collection) {
        return (frame, visitor) -> {
            JsonValue found = collection.evaluate(frame);
            return !(found instanceof JsonArray array) || each(frame, slot, array.elements(), visitor);
        };
    }

    /** A row for every result of a subquery. */
    static Rows results(int slot, Selection subquery) {
        return (frame, visitor) -> subquery.forEach(frame, value -> {
            frame.setSlot(slot, value);
            return visitor.row(frame);
        });
    }

    /** A row for every element of every array that a subquery results in. */
    static Rows elementsOfResults(int slot, Selection subquery) {
        return (frame, visitor) -> subquery.forEach(
                frame, value -> !(value instanceof JsonArray array) || each(frame, slot, array.elements(), visitor));
    }

    private static boolean each(Frame frame, int slot, List<? extends @Nullable JsonValue> elements, Visitor visitor) {
        for (JsonValue element : elements) {
            frame.budget().step();
            frame.setSlot(slot, element);
            if (!visitor.row(frame)) {
                return false;
            }
        }
        return true;
    }
}
