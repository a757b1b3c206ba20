package org.mayflydb.query;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.access.PartitionView;
import org.mayflydb.query.access.RankedCursor;
import org.mayflydb.query.access.Ranking;
import org.mayflydb.query.access.SortOrder;
import org.mayflydb.query.access.SortPlace;
import org.mayflydb.query.access.SortValue;
import org.mayflydb.ttl.LiveItem;

/** The items of all partitions in the order of the query. Equal ones come partition by partition, unless the client knows no other. */
final class OrderedItems {
    private final List<PartitionView> views;
    private final SortOrder order;
    private final @Nullable SortPlace resume;
    private final PriorityQueue<Head> heads = new PriorityQueue<>();

    /** What was shown last; its partition is asked for another item only when one is wanted. */
    private @Nullable Head shown;

    /** The items of a partition, and among which of them equal ones are in the order of their numbers. */
    private record Source(PartitionView view, int group, RankedCursor items) {}

    /** The next item of a partition. */
    private record Head(RankedCursor.Ranked first, Source source) implements Comparable<Head> {
        @Override
        public int compareTo(Head other) {
            int byKey = Arrays.compareUnsigned(first.key(), other.first.key());
            if (byKey != 0) {
                return byKey;
            }
            int byGroup = Integer.compare(source.group, other.source.group);
            return byGroup != 0 ? byGroup : Long.compare(first.tie(), other.first.tie());
        }
    }

    /**
     * An item with the partition it comes from.
     *
     * @param resumed false if it comes before the place at which the client resumes
     */
    record Next(LiveItem item, PartitionView view, long tie, boolean resumed) {}

    OrderedItems(Execution execution) {
        this.views = execution.views();
        this.order = new SortOrder(execution.query().order(), execution.frame());
        Long take = execution.query().window().take();
        long wanted = take == null
                ? execution.rowsMax()
                : Math.min(execution.rowsMax(), execution.query().window().skip() + take);
        Ranking ranking = new Ranking(order, execution.condition(), execution.choice(), execution::hasRow, (int)
                Math.min(wanted, execution.rowsMax()));
        this.resume = execution.resume() == null ? null : execution.resume().place(order);
        SortPlace place = place(execution.from());
        int current = place == null || execution.asOne() ? -1 : execution.firstView();
        for (int i = 0; i < views.size(); i++) {
            SortPlace start = place;
            // The children of a split partition continue as one.
            int group = execution.asOne() || execution.goesOn(views.get(i)) ? current : i;
            if (place != null && group != current) {
                start = i < current ? place.afterTies() : place.beforeTies();
            }
            // Where the last page ended within an item, only a walk from there tells which one that is.
            if (resume != null && execution.from().partial() == null) {
                start = start == null ? resume : resume.orLater(start);
            }
            advance(new Source(views.get(i), group, ranking.open(views.get(i), start)));
        }
    }

    private void advance(Source source) {
        RankedCursor.Ranked first = source.items.next();
        if (first != null) {
            heads.add(new Head(first, source));
        }
    }

    @Nullable
    Next next() {
        if (shown != null) {
            advance(shown.source);
        }
        Head head = heads.poll();
        shown = head;
        if (head == null) {
            return null;
        }
        boolean resumed = resume == null || resume.isBefore(head.first);
        return new Next(head.first.item(), head.source.view, head.first.tie(), resumed);
    }

    /** What a continuation says about an item: the values it is sorted by. */
    JsonValue state(Next item) {
        return new JsonArray(List.copyOf(
                order.sortValues(item.item()).stream().map(SortValue::toJson).toList()));
    }

    private @Nullable SortPlace place(Continuation from) {
        byte[] tie = from.place();
        if (!(from.state() instanceof JsonArray state) || tie == null) {
            return null;
        }
        List<SortValue> values = new ArrayList<>();
        for (JsonValue json : state.elements()) {
            SortValue value = SortValue.fromJson(json);
            if (value == null) {
                throw Continuation.invalid();
            }
            values.add(value);
        }
        if (values.size() != order.keys().size() || tie.length != Long.BYTES) {
            throw Continuation.invalid();
        }
        return order.place(values, ByteBuffer.wrap(tie).getLong(), false);
    }
}
