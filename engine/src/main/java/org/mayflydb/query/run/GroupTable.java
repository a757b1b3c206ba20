package org.mayflydb.query.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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

/** The groups met so far. They are shown in the order of their first rows. */
public final class GroupTable {
    private static final int GROUP_BYTES = 128;

    private final Grouping grouping;
    private final Budget budget;
    private final Map<GroupKey, Group> groups = new LinkedHashMap<>();

    /** The position of the item that rows come from. */
    private int partition;

    private long item;

    /** Which row of that item is next. */
    private long row;

    /** What the rows of a group have come to, and the position of its first row. */
    private static final class Group {
        private final List<Aggregate.State> states;
        private int partition;
        private long item;
        private long row;

        Group(List<Aggregate.State> states) {
            this.states = states;
        }

        void beginAt(int partitionIndex, long itemIndex, long rowIndex) {
            partition = partitionIndex;
            item = itemIndex;
            row = rowIndex;
        }

        boolean beginsAfter(int partitionIndex, long itemIndex) {
            return partition > partitionIndex || (partition == partitionIndex && item > itemIndex);
        }
    }

    private static final Comparator<Map.Entry<GroupKey, Group>> BY_FIRST_ROW =
            Comparator.<Map.Entry<GroupKey, Group>>comparingInt(entry -> entry.getValue().partition)
                    .thenComparingLong(entry -> entry.getValue().item)
                    .thenComparingLong(entry -> entry.getValue().row);

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
            groups.put(GroupKey.NONE, new Group(newStates()));
        }
    }

    /**
     * Says which item the next rows come from. Without this, all rows come from one item.
     *
     * @param partitionIndex items of partitions with a lower index come first
     * @param itemIndex items with a lower index come first, among those of a partition
     */
    public void beginItem(int partitionIndex, long itemIndex) {
        partition = partitionIndex;
        item = itemIndex;
        row = 0;
    }

    /** Adds the row in the frame to its group. */
    public void add(Frame frame) {
        List<JsonEquality.Key> parts = new ArrayList<>(grouping.keys().size());
        for (Grouping.Key part : grouping.keys()) {
            JsonValue value = part.expression().evaluate(frame);
            Cost.payDeep(value, budget);
            parts.add(new JsonEquality.Key(value));
        }
        GroupKey key = new GroupKey(parts);
        Group group = groups.get(key);
        if (group == null) {
            group = new Group(newStates());
            groups.put(key, group);
            holdKey(parts);
            group.beginAt(partition, item, row);
        } else if (group.beginsAfter(partition, item)) {
            group.beginAt(partition, item, row);
        }
        row++;
        for (int i = 0; i < group.states.size(); i++) {
            group.states.get(i).add(grouping.calls().get(i).argument().evaluate(frame));
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
        List<Map.Entry<GroupKey, Group>> sorted = new ArrayList<>(groups.entrySet());
        sorted.sort(BY_FIRST_ROW);
        for (Map.Entry<GroupKey, Group> group : sorted) {
            show(frame, group);
            if (!visitor.row(frame)) {
                return false;
            }
        }
        return true;
    }

    private void show(Frame frame, Map.Entry<GroupKey, Group> group) {
        for (int i = 0; i < grouping.keys().size(); i++) {
            frame.setSlot(
                    grouping.keys().get(i).slot(), group.getKey().parts().get(i).value());
        }
        for (int i = 0; i < grouping.calls().size(); i++) {
            frame.setSlot(
                    grouping.calls().get(i).slot(),
                    group.getValue().states.get(i).result());
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
        TreeMap<byte[], Map.Entry<GroupKey, Group>> sorted = new TreeMap<>(Arrays::compareUnsigned);
        for (Map.Entry<GroupKey, Group> group : groups.entrySet()) {
            List<@Nullable JsonValue> values = new ArrayList<>();
            group.getKey().parts().forEach(part -> values.add(part.value()));
            sorted.put(position.apply(values), group);
        }
        for (Map.Entry<byte[], Map.Entry<GroupKey, Group>> each : sorted.entrySet()) {
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
        return Invariant.present(groups.get(GroupKey.NONE), "there is no GROUP BY").states;
    }
}
