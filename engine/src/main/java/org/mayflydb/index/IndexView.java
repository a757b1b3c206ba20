package org.mayflydb.index;

import java.util.List;

/**
 * What the index of a partition can be asked for: what is covered by all policies that some of its entries were made by.
 *
 * <p>A view does not change. While a change of policy is carried out entries disappear that an older view still offers, so a
 * reader that is done asks for the view again: if it is another one, what was read counts for nothing.
 */
public final class IndexView {
    private final List<IndexRules> policies;

    IndexView(List<IndexRules> policies) {
        this.policies = policies;
    }

    /** Whether every string, number, boolean and null at this place of every item has a term. */
    public boolean covers(TermPath path) {
        return policies.stream().allMatch(rules -> rules.covers(path));
    }

    /** The composite indexes that have every item. */
    public List<CompositeIndex> composites() {
        return policies.get(policies.size() - 1).composites().stream()
                .filter(composite ->
                        policies.stream().allMatch(rules -> rules.composites().contains(composite)))
                .toList();
    }

    /** Whether every item stands under a shape. */
    public boolean hasShapes() {
        return policies.stream().noneMatch(IndexRules::isIdle);
    }
}
