package org.mayflydb.ownership;

/** Rule 11: every node reads the catalog every {@link LeaseTimes#poll}; its partitions then switch, each in its commit turn. */
public final class CatalogPoll {
    private CatalogPoll() {}

    /** Learns of changes. The caller then has {@link OwnedPartition#switchTo} run in the commit turn of each partition. */
    public static StoreStep of(LocalNode node) {
        return new StoreStep.ReadCatalog(read -> {
            node.learn(read);
            return null;
        });
    }
}
