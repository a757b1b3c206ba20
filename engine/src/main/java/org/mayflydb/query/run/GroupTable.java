package org.mayflydb.query.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonEquality;
import org.mayflydb.json.JsonValue;

/** The groups met so far, in the order in which they were met. */
public final class GroupTable {
    private static final int GROUP_BYTES = 128;

    private final Grouping grouping;
    private final Budget budget;
    private final Map<List<JsonEquality.Key>, List<Aggregate.State>> groups = new LinkedHashMap<>();

    public GroupTable(Grouping grouping, Budget budget) {
        this.grouping = grouping;
        this.budget = budget;
        if (grouping.keys().isEmpty()) {
            groups.put(List.of(), newStates());
        }
    }

    /** Adds the row in the frame to its group. */
    public void add(Frame row) {
        List<JsonEquality.Key> key = new ArrayList<>(grouping.keys().size());
        for (Grouping.Key part : grouping.keys()) {
            key.add(new JsonEquality.Key(part.expression().evaluate(row)));
        }
        List<Aggregate.State> states = groups.get(key);
        if (states == null) {
            states = newStates();
            groups.put(key, states);
            holdKey(key);
        }
        for (int i = 0; i < states.size(); i++) {
            states.get(i).add(grouping.calls().get(i).argument().evaluate(row));
        }
    }

    private void holdKey(List<JsonEquality.Key> key) {
        budget.hold(GROUP_BYTES);
        for (JsonEquality.Key part : key) {
            budget.hold(ValueSize.deep(part.value(), Long.MAX_VALUE));
        }
    }

    private List<Aggregate.State> newStates() {
        return grouping.calls().stream()
                .map(call -> call.function().start(budget))
                .toList();
    }

    /** Shows every group with its keys and results in the slots; answers whether none was refused. */
    public boolean forEach(Frame frame, Rows.Visitor visitor) {
        for (Map.Entry<List<JsonEquality.Key>, List<Aggregate.State>> group : groups.entrySet()) {
            for (int i = 0; i < grouping.keys().size(); i++) {
                frame.setSlot(
                        grouping.keys().get(i).slot(), group.getKey().get(i).value());
            }
            for (int i = 0; i < grouping.calls().size(); i++) {
                frame.setSlot(
                        grouping.calls().get(i).slot(), group.getValue().get(i).result());
            }
            if (!visitor.row(frame)) {
                return false;
            }
        }
        return true;
    }

    /** Adds a number of rows of which nothing is known but that they count, to a query that only counts. */
    public void addCount(long rows) {
        for (Aggregate.State state : onlyGroup()) {
            state.addCount(rows);
        }
    }

    /** What the only group has come to, to go on with later; there must be no GROUP BY. */
    public JsonArray save() {
        return new JsonArray(onlyGroup().stream().map(Aggregate.State::save).toList());
    }

    /** Goes on from what {@link #save} gave. */
    public void restore(JsonArray saved) {
        List<Aggregate.State> states = onlyGroup();
        for (int i = 0; i < states.size(); i++) {
            JsonValue state = saved.elements().get(i);
            states.get(i).restore(state);
        }
    }

    private List<Aggregate.State> onlyGroup() {
        return Invariant.present(groups.get(List.<JsonEquality.Key>of()), "there is no GROUP BY");
    }
}
