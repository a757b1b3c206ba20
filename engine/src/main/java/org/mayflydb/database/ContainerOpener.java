package org.mayflydb.database;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.ContainerProperties;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.changelog.LogPolicy;
import org.mayflydb.index.IndexRules;
import org.mayflydb.item.Items;
import org.mayflydb.item.record.ItemLayout;
import org.mayflydb.item.write.ItemRules;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionSpec;

/** Opens the items of a container by its record, and brings open ones into line with a later record. */
final class ContainerOpener {
    private final OpenStore store;
    private final ItemRules itemRules;

    ContainerOpener(OpenStore store, ItemRules itemRules) {
        this.store = store;
        this.itemRules = itemRules;
    }

    /** The id of this process in partition heads. */
    UUID owner() {
        return store.environment().owner();
    }

    Items open(ContainerRecord container) {
        List<Partition> partitions = new ArrayList<>();
        for (PartitionSpec spec : container.partitions()) {
            Partition partition = store.partition(spec);
            if (partition != null) {
                partitions.add(partition);
            }
        }
        IndexRules rules = IndexRules.of(container.properties().indexingPolicy());
        Items items =
                new Items(layout(container), container.partitions(), partitions, container.ttl(), rules, itemRules);
        items.changeLog(logPolicy(container.properties()));
        return items;
    }

    /** Returns true if the items have the partitions of the record, as far as this process owns them. */
    boolean hasPartitions(Items items, ContainerRecord container) {
        return items.has(container.partitions(), store::owns);
    }

    /**
     * Changes what differs, so it can be repeated after it has failed halfway.
     *
     * @param applied the record that the items are in line with; null if that is not known
     */
    void adapt(Items items, @Nullable ContainerRecord applied, ContainerRecord container) {
        if (!hasPartitions(items, container)) {
            items.replacePartitions(container.partitions(), store::partition);
        }
        if (applied != null && applied.etag().equals(container.etag())) {
            return;
        }
        items.changeTtl(container.ttl());
        LogPolicy logPolicy = logPolicy(container.properties());
        if (!items.logPolicy().equals(logPolicy)) {
            items.changeLog(logPolicy);
        }
        IndexingPolicy policy = container.properties().indexingPolicy();
        if (!items.index().rules().policy().equals(policy)) {
            items.index().change(IndexRules.of(policy));
        }
    }

    /**
     * How long a container keeps all versions and deletes.
     *
     * @throws org.mayflydb.base.BadRequestException if its properties are invalid in this respect
     */
    static LogPolicy logPolicy(ContainerProperties properties) {
        return LogPolicy.read(properties.keptPolicies().get("changeFeedPolicy"));
    }

    static ItemLayout layout(ContainerRecord container) {
        return new ItemLayout(
                container.database().rid(),
                container.rid(),
                container.properties().partitionKey(),
                container.properties().uniqueKeyPolicy());
    }
}
