package org.mayflydb.query.compile;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.IndexPath;
import org.mayflydb.index.TermPath;
import org.mayflydb.query.run.Document;
import org.mayflydb.query.run.Evaluator;
import org.mayflydb.query.run.Selection;
import org.mayflydb.query.syntax.SelectQuery;

/**
 * A query ready to run.
 *
 * @param tree what it was compiled from
 * @param aliases what the names of its FROM clause stand for, for planning
 * @param slotCount how many slots a frame needs
 * @param readsItems whether rows come from items; without FROM there is one row of nothing
 * @param inner the subquery in FROM whose results are the rows, if it sums up or compares items; null as a rule
 * @param order sort keys, in order
 * @param scores with ORDER BY RANK or by a distance, how items are ranked; null otherwise
 * @param window TOP, OFFSET and LIMIT
 */
public record CompiledQuery(
        SelectQuery tree,
        Aliases aliases,
        Document.Paths paths,
        int slotCount,
        boolean readsItems,
        @Nullable Inner inner,
        Selection selection,
        List<SortKey> order,
        @Nullable Scores scores,
        Window window) {

    /** A query over the container whose results are the rows of another. */
    public record Inner(CompiledQuery query, int slot, boolean iterated) {}

    /**
     * A key to sort by: the value at a path, an element of an array, or a computed property.
     *
     * @param path of the indexed value; an index has no order for the elements at one position of an array
     * @param computed whether it is a computed property, which has one step, its name
     */
    public record SortKey(TermPath path, Evaluator value, boolean descending, boolean computed) {
        public boolean isElement() {
            return path.steps().stream().anyMatch(IndexPath.PathStep.EveryElement.class::isInstance);
        }
    }

    /**
     * How to rank items: by the sum of the weighted reciprocal ranks of every score, or just by the score if there is one.
     *
     * @param statistics what must be known of all texts before any can be scored
     */
    public record Scores(List<Score> scores, List<TextStatistics> statistics) {}

    /**
     * One score of an item.
     *
     * @param ascending whether small values are good, as with a Euclidean distance or a negative weight
     * @param weight never negative
     * @param undefinedFirst whether an undefined value is the best, not the worst
     */
    public record Score(Evaluator value, boolean ascending, double weight, boolean undefinedFirst) {
        Score(Evaluator value, boolean ascending, double weight) {
            this(value, ascending, weight, false);
        }

        Score ascending(boolean other) {
            return new Score(value, other, weight);
        }
    }

    /**
     * Numbers about a text in all items, and the slots where scores look for them.
     *
     * @param text the text of an item
     * @param terms each tells whether an item has a term of the query
     * @param words how many words the text of an item has
     */
    public record TextStatistics(
            Evaluator text,
            List<Evaluator> terms,
            Evaluator words,
            int itemCountSlot,
            int wordCountSlot,
            int termCountsSlot) {}

    /**
     * Which rows are wanted.
     *
     * @param skip how many are left out first
     * @param take how many follow at most; null for all
     */
    public record Window(long skip, @Nullable Long take) {
        public static final Window ALL = new Window(0, null);
    }

    /** Whether a result depends on more than one row, so that nothing is known before the last row. */
    public boolean isGrouped() {
        return selection.grouping() != null;
    }

    /** Whether every row comes from one item, so that a page may end behind any of them. */
    public boolean isStreamed() {
        return readsItems && inner == null && scores == null && !isGrouped() && !selection.distinct();
    }

    /** Whether rows can be shown as they are found unless they have been shown before. */
    public boolean isDistinctStream() {
        return selection.distinct() && readsItems && inner == null && scores == null && !isGrouped() && order.isEmpty();
    }

    /** Whether such rows come in an order that the query asks for. */
    public boolean isWalkedInOrder() {
        return isStreamed() && !order.isEmpty();
    }
}
