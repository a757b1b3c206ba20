package org.mayflydb.database;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.Catalog;
import org.mayflydb.catalog.ContainerProperties;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.changelog.LogPolicy;
import org.mayflydb.index.IndexRules;
import org.mayflydb.item.ItemLayout;
import org.mayflydb.item.ItemRules;
import org.mayflydb.item.Items;
import org.mayflydb.key.ResourceId;
import org.mayflydb.partition.Leading;
import org.mayflydb.partition.Partition;

/**
 * The containers that are open, each kept in line with its record in the catalog.
 *
 * <p>A request whose container is open and current finds it without a lock. Opening a container, bringing it into line and
 * discarding it are done under the monitor of that container alone, and wait for writes to its partitions. So a thread that
 * leads a partition never comes here except by {@link #usable} and {@link #find}, which is checked.
 */
final class OpenContainers {
    private final Catalog catalog;
    private final Partition.Environment environment;
    private final ItemRules itemRules;
    private final BiConsumer<ContainerRecord, Items> adapted;
    private final ConcurrentMap<ResourceId, OpenContainer> places = new ConcurrentHashMap<>();
    private final LongAdder purgedOfDiscarded = new LongAdder();

    /** @param adapted told of a container that was opened or changed, without any lock */
    OpenContainers(
            Catalog catalog,
            Partition.Environment environment,
            ItemRules itemRules,
            BiConsumer<ContainerRecord, Items> adapted) {
        this.catalog = catalog;
        this.environment = environment;
        this.itemRules = itemRules;
        this.adapted = adapted;
    }

    /** The items of a container if it is open and current; null if somebody has to {@link #open} it. Never waits. */
    @Nullable
    Items usable(ContainerRecord container) {
        OpenContainer place = places.get(container.rid());
        return place == null ? null : place.usable(container);
    }

    /** The items of a container if it is open, current or not; null if it is not open. Never waits. */
    @Nullable
    Items find(ContainerRecord container) {
        OpenContainer place = places.get(container.rid());
        return place == null ? null : place.items();
    }

    /**
     * The items of the container that has this name now, in line with its newest record.
     *
     * @throws NotFoundException if there is none
     */
    Items open(ContainerRecord named) {
        Items usable = usable(named);
        if (usable != null) {
            return usable;
        }
        checkMayWait();
        while (true) {
            ContainerRecord container = newest(named);
            if (container == null) {
                throw NotFoundException.owner();
            }
            OpenContainer place = places.computeIfAbsent(container.rid(), rid -> new OpenContainer());
            usable = place.usable(container);
            if (usable == null) {
                usable = open(place, container);
            }
            if (usable != null) {
                return usable;
            }
        }
    }

    /** Brings a container into line with its newest record, if it is open; once this returns, it is. */
    void update(ContainerRecord container) {
        checkMayWait();
        OpenContainer place = places.get(container.rid());
        if (place != null && place.items() != null) {
            open(place, container);
        }
    }

    /** Returns null if the container has gone meanwhile. */
    private @Nullable Items open(OpenContainer place, ContainerRecord named) {
        ContainerRecord container;
        Items items;
        synchronized (place) {
            container = newest(named);
            if (container == null || !container.rid().equals(named.rid()) || places.get(named.rid()) != place) {
                if (place.items() == null) {
                    places.remove(named.rid(), place);
                }
                return null;
            }
            items = place.usable(container);
            if (items != null) {
                return items;
            }
            items = bringIntoLine(place, container);
        }
        adapted.accept(container, items);
        return items;
    }

    private Items bringIntoLine(OpenContainer place, ContainerRecord container) {
        Items items = place.items();
        ContainerRecord applied = null;
        place.changing();
        try {
            if (items == null) {
                items = opened(container);
            } else {
                adapt(items, container);
            }
            applied = container;
            return items;
        } finally {
            place.changed(items, applied);
        }
    }

    private @Nullable ContainerRecord newest(ContainerRecord container) {
        return catalog.findContainer(container.database().id(), container.id());
    }

    private Items opened(ContainerRecord container) {
        List<Partition> partitions = container.partitions().stream()
                .map(spec -> new Partition(spec, environment))
                .toList();
        IndexRules rules = IndexRules.of(container.properties().indexingPolicy());
        Items items = new Items(layout(container), partitions, container.ttl(), rules, itemRules);
        items.changeLog(logPolicy(container.properties()));
        return items;
    }

    /** Changes what differs, so it can be done again after it has failed halfway. */
    private void adapt(Items items, ContainerRecord container) {
        if (!items.has(container.partitions())) {
            items.replacePartitions(container.partitions(), spec -> new Partition(spec, environment));
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
     * Runs an action that changes an open container, while nobody opens, changes or discards it.
     *
     * @throws NotFoundException if it has gone
     */
    void exclusively(ContainerRecord container, Runnable action) {
        checkMayWait();
        OpenContainer place = places.get(container.rid());
        if (place == null) {
            throw NotFoundException.owner();
        }
        synchronized (place) {
            Items items = place.items();
            if (items == null || places.get(container.rid()) != place) {
                throw NotFoundException.owner();
            }
            place.changing();
            try {
                action.run();
            } finally {
                place.changed(items, null);
            }
        }
    }

    /** Lets the writes under way to a container finish and refuses later ones: the catalog has it no more. */
    void discard(ContainerRecord container) {
        checkMayWait();
        OpenContainer place = places.computeIfAbsent(container.rid(), rid -> new OpenContainer());
        synchronized (place) {
            try {
                Items items = place.items();
                if (items != null) {
                    items.close();
                    purgedOfDiscarded.add(items.removal().purgedItems());
                }
            } finally {
                places.remove(container.rid(), place);
            }
        }
    }

    /** The items of all containers that are open. Never waits. */
    List<Items> all() {
        return places.values().stream()
                .map(OpenContainer::items)
                .filter(Objects::nonNull)
                .toList();
    }

    /** How many expired items were purged from containers that are open or have been. */
    long purgedItems() {
        long purged = purgedOfDiscarded.sum();
        for (OpenContainer place : places.values()) {
            Items items = place.items();
            purged += items == null ? 0 : items.removal().purgedItems();
        }
        return purged;
    }

    /** How many places there are, for tests. */
    int size() {
        return places.size();
    }

    private static void checkMayWait() {
        Invariant.check(
                !Leading.isCurrentThread(), "a thread that leads a partition neither opens nor changes a container");
    }

    /** How long a container keeps all versions and deletes; a bad request if what it says about it is no good. */
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
