package org.mayflydb.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.Execution.Outcome;
import org.mayflydb.query.access.ItemCursor;
import org.mayflydb.query.access.PartitionView;
import org.mayflydb.query.compile.CompiledQuery.Score;
import org.mayflydb.query.compile.CompiledQuery.Scores;
import org.mayflydb.query.compile.CompiledQuery.TextStatistics;
import org.mayflydb.query.run.Frame;
import org.mayflydb.ttl.LiveItem;

/**
 * A page of a query that ranks items by scores. All items are scored, sorted by each score, and if there are several the
 * ranks are fused; a later page does it again.
 */
final class ScoredPage {
    /** The usual constant of reciprocal rank fusion: it keeps the first ranks from deciding alone. */
    private static final double FUSION_CONSTANT = 60;

    private final Execution execution;
    private final Scores scores;
    private final List<Scored> items = new ArrayList<>();

    private static final class Scored {
        private final LiveItem item;
        private final @Nullable Double[] values;
        private double total;

        Scored(LiveItem item, @Nullable Double[] values) {
            this.item = item;
            this.values = values;
        }
    }

    private ScoredPage(Execution execution, Scores scores) {
        this.execution = execution;
        this.scores = scores;
    }

    static Outcome of(Execution execution, Scores scores) {
        return new ScoredPage(execution, scores).make();
    }

    private Outcome make() {
        for (TextStatistics statistics : scores.statistics()) {
            gather(statistics);
        }
        execution.views().forEach(this::score);
        rank();
        PageRows page = execution.pageRecounting();
        ItemRows rows = new ItemRows(execution, page);
        for (Scored scored : items) {
            if (!rows.show(scored.item, 0)) {
                boolean complete = page.isAnswerComplete();
                return new Outcome(
                        page,
                        complete
                                ? null
                                : execution.from().withRowsSeen(page.seen()).atStart());
            }
        }
        return new Outcome(page, null);
    }

    /** Numbers about all texts, whether or not their items fulfil the condition. */
    private void gather(TextStatistics statistics) {
        Frame frame = execution.frame();
        long count = 0;
        double words = 0;
        long[] hits = new long[statistics.terms().size()];
        for (PartitionView view : execution.views()) {
            ItemCursor all = view.everything();
            for (ItemCursor.Found found = all.next(); found != null; found = all.next()) {
                frame.document().show(found.item());
                count++;
                if (statistics.words().evaluate(frame) instanceof JsonNumber number) {
                    words += number.doubleValue();
                }
                for (int i = 0; i < hits.length; i++) {
                    hits[i] += JsonBoolean.TRUE.equals(statistics.terms().get(i).evaluate(frame)) ? 1 : 0;
                }
            }
        }
        List<JsonValue> hitCounts = new ArrayList<>();
        for (long hit : hits) {
            hitCounts.add(JsonNumber.of(hit));
        }
        frame.setSlot(statistics.itemCountSlot(), JsonNumber.of(count));
        frame.setSlot(statistics.wordCountSlot(), JsonNumber.computed(words));
        frame.setSlot(statistics.termCountsSlot(), new JsonArray(hitCounts));
    }

    private void score(PartitionView view) {
        int way = execution.choice().best(view);
        ItemCursor found = execution.choice().way(way, view).cursor(view, null);
        for (ItemCursor.Found next = found.next(); next != null; next = found.next()) {
            if (!execution.hasRow(next.item())) {
                continue;
            }
            execution.budget().hold(next.item().size());
            @Nullable Double[] values = new Double[scores.scores().size()];
            for (int i = 0; i < values.length; i++) {
                Score score = scores.scores().get(i);
                values[i] = score.value().evaluate(execution.frame()) instanceof JsonNumber number
                        ? (Double) (score.ascending() ? -number.doubleValue() : number.doubleValue())
                        : null;
            }
            items.add(new Scored(next.item(), values));
        }
    }

    private void rank() {
        if (scores.scores().size() == 1) {
            items.sort(best(0));
            return;
        }
        for (int i = 0; i < scores.scores().size(); i++) {
            items.sort(best(i));
            for (int rank = 0; rank < items.size(); rank++) {
                items.get(rank).total += scores.scores().get(i).weight() / (FUSION_CONSTANT + rank + 1);
            }
        }
        items.sort(Comparator.<Scored>comparingDouble(scored -> -scored.total).thenComparing(byNumber()));
    }

    /** Higher scores first, items without one last, ties in the order of their numbers. */
    private static Comparator<Scored> best(int score) {
        return Comparator.<Scored, Double>comparing(
                        scored -> scored.values[score], Comparator.nullsLast(Comparator.reverseOrder()))
                .thenComparing(byNumber());
    }

    private static Comparator<Scored> byNumber() {
        return Comparator.comparingLong(scored -> scored.item.stored().documentNumber());
    }
}
