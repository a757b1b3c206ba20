package org.mayflydb.query;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonOrder;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.compile.CompiledQuery;
import org.mayflydb.query.compile.QueryCompiler;
import org.mayflydb.query.compile.Schema;
import org.mayflydb.query.function.CallContext;
import org.mayflydb.query.function.Cost;
import org.mayflydb.query.run.Budget;
import org.mayflydb.query.run.Frame;
import org.mayflydb.query.run.GroupTable;
import org.mayflydb.query.run.Grouping;
import org.mayflydb.query.run.QueryLimits;
import org.mayflydb.query.run.Rows;
import org.mayflydb.query.run.Selection;
import org.mayflydb.query.syntax.Parser;
import org.mayflydb.query.syntax.SqlErrors;

/** A query over a few objects in memory, such as the containers of a database. */
public final class ValueQuery {
    private final CompiledQuery query;
    private final InstantSource clock;
    private final Budget budget;

    private ValueQuery(CompiledQuery query, InstantSource clock, Budget budget) {
        this.query = query;
        this.clock = clock;
        this.budget = budget;
    }

    /**
     * Reads a query, which is to be run at once: its time begins here.
     *
     * @param parameters by name, with the sign
     * @param clock what functions of the time go by
     */
    public static ValueQuery of(String text, Map<String, JsonValue> parameters, InstantSource clock) {
        return of(text, parameters, clock, new Budget(System::nanoTime, QueryLimits.DEFAULT));
    }

    /** Reads a query that may spend so much, for its rows as well. */
    static ValueQuery of(String text, Map<String, JsonValue> parameters, InstantSource clock, Budget budget) {
        CompiledQuery query = QueryCompiler.compile(Parser.parse(text), parameters, Schema.NONE, budget);
        if (query.inner() != null || query.scores() != null) {
            throw SqlErrors.compile(
                    null, query.tree().span(), "Subqueries in FROM and ranking are supported over items only.");
        }
        return new ValueQuery(query, clock, budget);
    }

    /** The whole answer. */
    public List<JsonValue> rows(List<JsonObject> values) {
        CallContext calls = new CallContext(clock.instant(), clock, new SplittableRandom(values.size()), budget);
        Frame frame = new Frame(query.paths().document(), query.slotCount(), calls, budget);
        PageRows page = PageRows.goingOn(query.window(), Integer.MAX_VALUE, QueryLimits.DEFAULT, 0);
        Selection.Visitor target = row -> {
            if (!page.isAnswerComplete()) {
                budget.hold(row);
                page.add(row);
            }
            return !page.isAnswerComplete();
        };
        Selection.Visitor shown = query.selection().distinct() ? new Selection.Distinct(budget, target) : target;
        Grouping grouping = query.selection().grouping();
        if (grouping == null) {
            boolean unused = forEachRow(
                    sorted(values, frame), frame, row -> query.selection().project(row, shown));
        } else {
            GroupTable groups = new GroupTable(grouping, budget);
            boolean unused = forEachRow(values, frame, row -> {
                groups.add(row);
                return true;
            });
            unused = groups.forEach(frame, row -> query.selection().project(row, shown));
        }
        return page.rows();
    }

    private boolean forEachRow(List<JsonObject> values, Frame frame, Rows.Visitor visitor) {
        if (!query.readsItems()) {
            return query.selection().rows().forEach(frame, visitor);
        }
        for (JsonObject value : values) {
            show(value, frame);
            budget.nextItem();
            if (!query.selection().rows().forEach(frame, visitor)) {
                return false;
            }
        }
        return true;
    }

    private void show(JsonObject value, Frame frame) {
        Cost.payDeep(value, budget);
        frame.document().show(value);
    }

    /** A value with what it is sorted by. */
    private record Sorted(JsonObject value, List<@Nullable JsonValue> keys) {}

    /** Equal ones stay as they are. */
    private List<JsonObject> sorted(List<JsonObject> values, Frame frame) {
        if (query.order().isEmpty()) {
            return values;
        }
        List<Sorted> sorted = new ArrayList<>();
        for (JsonObject value : values) {
            show(value, frame);
            List<@Nullable JsonValue> keys = new ArrayList<>();
            query.order().forEach(key -> keys.add(key.value().evaluate(frame)));
            sorted.add(new Sorted(value, keys));
        }
        sorted.sort(this::compare);
        return sorted.stream().map(Sorted::value).toList();
    }

    private int compare(Sorted one, Sorted other) {
        budget.step();
        for (int i = 0; i < one.keys.size(); i++) {
            Cost.payComparison(one.keys.get(i), other.keys.get(i), budget);
            int order = JsonOrder.compare(one.keys.get(i), other.keys.get(i));
            if (order != 0) {
                return query.order().get(i).descending() ? -order : order;
            }
        }
        return 0;
    }
}
