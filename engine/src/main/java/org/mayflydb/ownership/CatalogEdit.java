package org.mayflydb.ownership;

/** A change of the catalog: a pure function, because it may run again. Returns the same view if there is nothing to change. */
@FunctionalInterface
public interface CatalogEdit {
    /**
     * Applies the change.
     *
     * @param version the version of the result, if it differs
     */
    CatalogView apply(CatalogView current, long version);
}
