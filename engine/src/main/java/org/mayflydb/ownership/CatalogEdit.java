package org.mayflydb.ownership;

import java.util.List;

/** A change of the catalog: a pure function, because it may run again. Returns the same view if there is nothing to change. */
@FunctionalInterface
public interface CatalogEdit {
    /**
     * Applies the change.
     *
     * @param version the version of the result, if it differs
     */
    CatalogView apply(CatalogView current, long version);

    /** Rule 12 (a): numbers the children of a partition, once in each epoch of its head. */
    record NumberChildren(int parent, long parentEpoch) implements CatalogEdit {
        @Override
        public CatalogView apply(CatalogView current, long version) {
            return current.allocation(parent, parentEpoch) == null && current.contains(parent)
                    ? current.withChildren(version, parent, parentEpoch)
                    : current;
        }
    }

    /** Rule 12 (h): the children take the place of their parent; nothing happens if the parent is not in the map. */
    record ReplaceParent(int parent, List<Integer> children) implements CatalogEdit {
        @Override
        public CatalogView apply(CatalogView current, long version) {
            return current.switched(version, parent, children);
        }
    }

    /** Rule 13: forgets a partition whose dropped head was seen. */
    record Forget(int partition) implements CatalogEdit {
        @Override
        public CatalogView apply(CatalogView current, long version) {
            return current.collected(version, partition);
        }
    }
}
