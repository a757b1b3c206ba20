package org.mayflydb.database;

import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.Catalog;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.Items;
import org.mayflydb.key.ResourceId;
import org.mayflydb.partition.Leading;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.Store;

/**
 * The containers that are open, each kept in line with its record in the catalog.
 *
 * <p>A request whose container is open and current finds it without a lock. Otherwise it waits for the one {@link Opening} of
 * that container. Opening, changing and discarding a container hold the monitor of that container alone, and wait for writes
 * to its partitions. So a thread that leads a partition uses nothing of this class but {@link #usable}, {@link #find} and
 * {@link #lastLsn}, which is checked.
 */
final class OpenContainers {
    private final Catalog catalog;
    private final Store store;
    private final ContainerOpener opener;
    private final BiConsumer<ContainerRecord, Items> adapted;
    private final ConcurrentMap<ResourceId, OpenContainer> byRid = new ConcurrentHashMap<>();
    private final LongAdder purgedOfDiscarded = new LongAdder();

    /** @param adapted called after a container was opened or changed, without any lock */
    OpenContainers(Catalog catalog, Store store, ContainerOpener opener, BiConsumer<ContainerRecord, Items> adapted) {
        this.catalog = catalog;
        this.store = store;
        this.opener = opener;
        this.adapted = adapted;
    }

    /** The items of a container if it is open and current; null if it has to be {@linkplain #open opened}. Never waits. */
    @Nullable
    Items usable(ContainerRecord container) {
        OpenContainer open = byRid.get(container.rid());
        return open == null ? null : open.usable(container);
    }

    /** The items of a container if it is open, current or not; null if it is not open. Never waits. */
    @Nullable
    Items find(ContainerRecord container) {
        OpenContainer open = byRid.get(container.rid());
        return open == null ? null : open.items();
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
            ContainerRecord container = newestOfName(named);
            if (container == null) {
                throw NotFoundException.owner();
            }
            OpenContainer open = byRid.computeIfAbsent(container.rid(), rid -> new OpenContainer());
            usable = open.usable(container);
            if (usable == null) {
                usable = openShared(open, container);
            }
            if (usable != null) {
                return usable;
            }
        }
    }

    private @Nullable Items openShared(OpenContainer open, ContainerRecord container) {
        Opening opening = open.begin(new Opening(() -> bringIntoLine(open, container)));
        return opening.perform(() -> open.end(opening));
    }

    /** Brings a container into line with its newest record if it is open; when this returns, it is. */
    void update(ContainerRecord container) {
        checkMayWait();
        OpenContainer open = byRid.get(container.rid());
        if (open != null && open.items() != null) {
            bringIntoLine(open, container);
        }
    }

    /**
     * Brings every open container into line with the catalog, and with the partitions that this process owns. One that fails does not
     * keep the others from it.
     */
    void updateAll() {
        checkMayWait();
        MayflyException failed = null;
        for (OpenedContainer opened : all()) {
            try {
                ContainerRecord container = newest(opened.container());
                if (container == null) {
                    discard(opened.container());
                } else {
                    updateWithPartitions(container);
                }
            } catch (MayflyException failure) {
                failed = failure;
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    private void updateWithPartitions(ContainerRecord container) {
        OpenContainer open = byRid.get(container.rid());
        if (open == null) {
            return;
        }
        synchronized (open) {
            Items items = open.items();
            if (items != null && !opener.hasPartitions(items, container)) {
                open.changeFailed();
            }
        }
        update(container);
    }

    /** Returns null if the container has gone meanwhile. */
    private @Nullable Items bringIntoLine(OpenContainer open, ContainerRecord named) {
        ContainerRecord container;
        Items items;
        synchronized (open) {
            container = newest(named);
            if (container == null || !isRegistered(open, named)) {
                if (open.items() == null) {
                    byRid.remove(named.rid(), open);
                }
                return null;
            }
            items = open.usable(container);
            if (items != null) {
                return items;
            }
            items = change(open, container);
        }
        adapted.accept(container, items);
        return items;
    }

    private Items change(OpenContainer open, ContainerRecord container) {
        Items items = open.items();
        ContainerRecord applied = open.applied();
        boolean done = false;
        open.changing();
        try {
            if (items == null) {
                items = opener.open(container);
            } else {
                opener.adapt(items, applied, container);
            }
            open.changed(items, container);
            done = true;
            return items;
        } finally {
            if (!done) {
                open.changeFailed();
            }
        }
    }

    private @Nullable ContainerRecord newestOfName(ContainerRecord container) {
        return catalog.findContainer(container.database().id(), container.id());
    }

    /** The newest record of this very container; null if it is gone, even if another one has its name. */
    @Nullable
    ContainerRecord newest(ContainerRecord container) {
        ContainerRecord named = newestOfName(container);
        return named != null && named.rid().equals(container.rid()) ? named : null;
    }

    @SuppressWarnings("ReferenceEquality") // one that was discarded is not the one that has come after it
    private boolean isRegistered(OpenContainer open, ContainerRecord container) {
        return byRid.get(container.rid()) == open;
    }

    /**
     * Runs an action that gives an open container other partitions, while nothing else opens, changes or discards it.
     *
     * @param action returns the record with the new partitions
     * @throws NotFoundException if the container has gone
     */
    void exclusively(ContainerRecord container, Supplier<ContainerRecord> action) {
        checkMayWait();
        OpenContainer open = byRid.get(container.rid());
        if (open == null) {
            throw NotFoundException.owner();
        }
        synchronized (open) {
            Items items = open.items();
            if (items == null || !isRegistered(open, container)) {
                throw NotFoundException.owner();
            }
            ContainerRecord applied = open.applied();
            boolean current = false;
            open.changing();
            try {
                ContainerRecord changed = action.get();
                // Other properties than those applied belong to another change, which waits for this one.
                if (applied != null && applied.etag().equals(changed.etag())) {
                    open.changed(items, changed);
                    current = true;
                }
            } finally {
                if (!current) {
                    open.changeFailed();
                }
            }
        }
    }

    /** Lets writes in progress finish and refuses later ones: the container is no longer in the catalog. */
    void discard(ContainerRecord container) {
        checkMayWait();
        OpenContainer open = byRid.computeIfAbsent(container.rid(), rid -> new OpenContainer());
        synchronized (open) {
            try {
                Items items = open.items();
                if (items != null) {
                    items.close();
                    purgedOfDiscarded.add(items.removal().purgedItems());
                }
            } finally {
                byRid.remove(container.rid(), open);
            }
        }
    }

    /** All containers that are open. Never waits. */
    List<OpenedContainer> all() {
        return byRid.values().stream()
                .map(OpenContainer::opened)
                .filter(Objects::nonNull)
                .toList();
    }

    /** The partitions of all open containers. Never waits. */
    private List<Partition> partitions() {
        return all().stream()
                .flatMap(open -> open.items().partitions().stream())
                .toList();
    }

    /** The newest LSN of a partition; empty if the container has no partition with this range. Opens nothing. */
    OptionalLong lastLsn(ContainerRecord container, int rangeId) {
        Items open = find(container);
        if (open != null) {
            return open.lastLsn(rangeId);
        }
        ContainerRecord newest = newest(container);
        if (newest == null) {
            return OptionalLong.empty();
        }
        return newest.partitions().stream()
                .filter(partition -> partition.rangeId() == rangeId)
                .mapToLong(this::storedLsn)
                .findFirst();
    }

    /** The newest LSN of a partition that this process serves; empty for any other. Asks no store. */
    OptionalLong servedLsn(ContainerRecord container, int rangeId) {
        Items open = find(container);
        return open == null ? OptionalLong.empty() : open.lastLsn(rangeId);
    }

    /** The newest LSN that clients may know of a partition that is not open. */
    long storedLsn(PartitionSpec partition) {
        return PartitionHead.stored(store.partition(partition.number()))
                .resumedBy(opener.owner())
                .lastLsn();
    }

    /**
     * Records a clean stop of each partition, with its time: what was reported as expired stays so if the clock is behind after
     * a restart.
     */
    void saveStops() {
        partitions().forEach(OpenContainers::saveStop);
    }

    static void saveStop(Partition partition) {
        try {
            partition.saveStop();
        } catch (RuntimeException unwritable) {
            // The partition stays as it is: its last commit has the time of its writes, and no clean stop.
        }
    }

    /** How many expired items were purged from containers that are or were open. */
    long purgedItems() {
        long purged = purgedOfDiscarded.sum();
        for (OpenContainer open : byRid.values()) {
            Items items = open.items();
            purged += items == null ? 0 : items.removal().purgedItems();
        }
        return purged;
    }

    /** How many containers are remembered, for tests. */
    int size() {
        return byRid.size();
    }

    private static void checkMayWait() {
        Invariant.check(
                !Leading.isCurrentThread(), "a thread that leads a partition neither opens nor changes a container");
    }
}
