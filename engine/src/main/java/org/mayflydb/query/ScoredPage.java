package org.mayflydb.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
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
import org.mayflydb.query.run.Selection;
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
        Selection selection = execution.query().selection();
        Selection.Visitor taking = value -> take(value, page);
        Selection.Visitor visitor = selection.distinct() ? new Selection.Distinct(execution.budget(), taking) : taking;
        for (Scored scored : items) {
            execution.frame().document().show(scored.item);
            execution.budget().nextItem();
            if (!selection.rows().forEach(execution.frame(), row -> selection.project(row, visitor))) {
                Continuation next = execution.from().withRowsSeen(page.seen()).atStart();
                return new Outcome(page, page.isAnswerComplete() ? null : next);
            }
        }
        return new Outcome(page, null);
    }

    /** Takes a row; refuses the first that is for the next page. */
    private static boolean take(JsonValue row, PageRows page) {
        if (page.isFull() || page.isAnswerComplete()) {
            return false;
        }
        page.add(row);
        return true;
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

    /** Ranks items as clients do with several partitions: items with equal scores share a rank, and no rank is left out. */
    private void rank() {
        if (scores.scores().size() == 1) {
            items.sort(best(0, scores.scores().get(0).undefinedFirst()));
            return;
        }
        for (int i = 0; i < scores.scores().size(); i++) {
            items.sort(best(i, false));
            int rank = 0;
            Scored previous = null;
            for (Scored scored : items) {
                if (previous == null || !Objects.equals(scored.values[i], previous.values[i])) {
                    rank++;
                }
                scored.total += scores.scores().get(i).weight() / (FUSION_CONSTANT + rank);
                previous = scored;
            }
        }
        items.sort(Comparator.<Scored>comparingDouble(scored -> -scored.total).thenComparing(byNumber()));
    }

    /**
     * Higher scores first, ties in the order of their numbers.
     *
     * @param undefinedFirst whether items without a score come first, not last
     */
    private static Comparator<Scored> best(int score, boolean undefinedFirst) {
        Comparator<Double> highest = Comparator.reverseOrder();
        return Comparator.<Scored, Double>comparing(
                        scored -> scored.values[score],
                        undefinedFirst ? Comparator.nullsFirst(highest) : Comparator.nullsLast(highest))
                .thenComparing(byNumber());
    }

    private static Comparator<Scored> byNumber() {
        return Comparator.comparingLong(scored -> scored.item.stored().documentNumber());
    }
}
