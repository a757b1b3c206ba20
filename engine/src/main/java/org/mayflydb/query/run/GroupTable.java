package org.mayflydb.query.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonEquality;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.function.Cost;

/** The groups met so far, in the order in which they were met. */
public final class GroupTable {
    private static final int GROUP_BYTES = 128;

    private final Grouping grouping;
    private final Budget budget;
    private final Map<GroupKey, List<Aggregate.State>> groups = new LinkedHashMap<>();

    /** The values of GROUP BY; their order keeps groups with equal hashes apart in little time. */
    private record GroupKey(List<JsonEquality.Key> parts) implements Comparable<GroupKey> {
        static final GroupKey NONE = new GroupKey(List.of());

        @Override
        public int compareTo(GroupKey other) {
            for (int i = 0; i < parts.size(); i++) {
                int order = parts.get(i).compareTo(other.parts.get(i));
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        }
    }

    public GroupTable(Grouping grouping, Budget budget) {
        this.grouping = grouping;
        this.budget = budget;
        if (grouping.keys().isEmpty()) {
            groups.put(GroupKey.NONE, newStates());
        }
    }

    /** Adds the row in the frame to its group. */
    public void add(Frame row) {
        List<JsonEquality.Key> parts = new ArrayList<>(grouping.keys().size());
        for (Grouping.Key part : grouping.keys()) {
            JsonValue value = part.expression().evaluate(row);
            Cost.payDeep(value, budget);
            parts.add(new JsonEquality.Key(value));
        }
        GroupKey key = new GroupKey(parts);
        List<Aggregate.State> states = groups.get(key);
        if (states == null) {
            states = newStates();
            groups.put(key, states);
            holdKey(parts);
        }
        for (int i = 0; i < states.size(); i++) {
            states.get(i).add(grouping.calls().get(i).argument().evaluate(row));
        }
    }

    private void holdKey(List<JsonEquality.Key> parts) {
        budget.hold(GROUP_BYTES);
        for (JsonEquality.Key part : parts) {
            budget.hold(part.value());
        }
    }

    private List<Aggregate.State> newStates() {
        return grouping.calls().stream()
                .map(call -> call.function().start(budget))
                .toList();
    }

    /** Shows every group with its keys and results in the slots; returns true if none was refused. */
    public boolean forEach(Frame frame, Rows.Visitor visitor) {
        for (Map.Entry<GroupKey, List<Aggregate.State>> group : groups.entrySet()) {
            show(frame, group);
            if (!visitor.row(frame)) {
                return false;
            }
        }
        return true;
    }

    private void show(Frame frame, Map.Entry<GroupKey, List<Aggregate.State>> group) {
        for (int i = 0; i < grouping.keys().size(); i++) {
            frame.setSlot(
                    grouping.keys().get(i).slot(), group.getKey().parts().get(i).value());
        }
        for (int i = 0; i < grouping.calls().size(); i++) {
            frame.setSlot(
                    grouping.calls().get(i).slot(), group.getValue().get(i).result());
        }
    }

    /**
     * Shows the groups in an order that their keys alone decide, so that it is the same in every part of a container that is
     * split meanwhile; returns true if none was refused.
     *
     * @param position where a key comes in that order
     */
    public boolean forEachByPosition(
            Frame frame, Function<List<@Nullable JsonValue>, byte[]> position, GroupVisitor visitor) {
        TreeMap<byte[], Map.Entry<GroupKey, List<Aggregate.State>>> sorted = new TreeMap<>(Arrays::compareUnsigned);
        for (Map.Entry<GroupKey, List<Aggregate.State>> group : groups.entrySet()) {
            List<@Nullable JsonValue> values = new ArrayList<>();
            group.getKey().parts().forEach(part -> values.add(part.value()));
            sorted.put(position.apply(values), group);
        }
        for (Map.Entry<byte[], Map.Entry<GroupKey, List<Aggregate.State>>> each : sorted.entrySet()) {
            show(frame, each.getValue());
            if (!visitor.group(frame, each.getKey())) {
                return false;
            }
        }
        return true;
    }

    /** Is shown groups, each with its position. */
    @FunctionalInterface
    public interface GroupVisitor {
        /** Looks at a group; false if that is enough. */
        boolean group(Frame frame, byte[] position);
    }

    /** Adds a number of rows of which nothing is known but that they count, to a query that only counts. */
    public void addCount(long rows) {
        for (Aggregate.State state : onlyGroup()) {
            state.addCount(rows);
        }
    }

    /** The state of the only group, to continue with later; there must be no GROUP BY. */
    public JsonArray save() {
        return new JsonArray(onlyGroup().stream().map(Aggregate.State::save).toList());
    }

    /** Continues from what {@link #save} returned. */
    public void restore(JsonArray saved) {
        List<Aggregate.State> states = onlyGroup();
        for (int i = 0; i < states.size(); i++) {
            JsonValue state = saved.elements().get(i);
            states.get(i).restore(state);
        }
    }

    private List<Aggregate.State> onlyGroup() {
        return Invariant.present(groups.get(GroupKey.NONE), "there is no GROUP BY");
    }
}
