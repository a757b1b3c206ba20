package org.mayflydb.query.access;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.mayflydb.index.TermPath;
import org.mayflydb.query.plan.Condition;
import org.mayflydb.storage.KeyRange;

/** How many items the ways of a condition look at, roughly. What was counted once is remembered. */
final class WayCosts {
    /** So many entries are counted to tell small ranges from large ones. */
    private static final int PROBE_ENTRIES = 200;

    /** About what an entry takes in the store, where only bytes are known. */
    private static final int ENTRY_BYTES = 64;

    /** About as many entries are walked in the time that it takes to read one item. */
    private static final int ENTRIES_PER_ITEM = 6;

    private final PartitionView view;
    private final Map<Place, Long> counted = new HashMap<>();
    private long items = -1;

    /** Where values are, whatever is said of them. */
    private record Place(TermPath path, List<Condition.Bounds> ranges) {}

    WayCosts(PartitionView view) {
        this.view = view;
    }

    PartitionView view() {
        return view;
    }

    /** Whether it does not matter how many items there are. */
    boolean isSmall(long cost) {
        return cost < PROBE_ENTRIES;
    }

    long of(Access way) {
        List<Condition.Values> drivers = way.drivers();
        if (drivers == null) {
            return items();
        }
        if (way.second() != null) {
            return (of(drivers.get(0)) + of(way.second())) / ENTRIES_PER_ITEM + 1;
        }
        long ranges =
                drivers.stream().mapToLong(values -> values.ranges().size()).sum();
        if (ranges > PROBE_ENTRIES) {
            // Probing hundreds of ranges would cost more than it saves.
            return ranges;
        }
        return drivers.stream().mapToLong(this::of).sum();
    }

    private long of(Condition.Values values) {
        return counted.computeIfAbsent(new Place(values.path(), values.ranges()), place -> count(values));
    }

    private long count(Condition.Values values) {
        long count = 0;
        for (KeyRange range : Ranges.of(values, view.stretch())) {
            int probe = view.probeIndex(range, PROBE_ENTRIES);
            count += probe < PROBE_ENTRIES
                    ? probe
                    : Math.max(PROBE_ENTRIES, view.approximateIndexBytes(range) / ENTRY_BYTES);
        }
        return count;
    }

    private long items() {
        if (items < 0) {
            items = view.itemsEstimate(PROBE_ENTRIES);
        }
        return items;
    }
}
