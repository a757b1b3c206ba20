package org.mayflydb.database;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.mayflydb.membership.NodeRecord;
import org.mayflydb.node.Node;
import org.mayflydb.ownership.CatalogEdit;
import org.mayflydb.partition.PartitionSpec;

/**
 * Which of the processes that share a store serves which partition. It remembers the answers, which may be outdated: a process that is
 * asked for a partition that it does not own says so. Its methods may read the store, so no event loop calls them.
 */
public final class PartitionOwners {
    private final SharedStore store;
    private final Node node;
    private final ConcurrentMap<Integer, Owner> known = new ConcurrentHashMap<>();

    /**
     * A process that serves partitions.
     *
     * @param contact how others reach it; empty if they do not
     */
    public record Owner(UUID id, String contact, boolean isHere) {}

    PartitionOwners(SharedStore store) {
        this.store = store;
        this.node = store.node();
    }

    /** Returns true if this process owns the partition. Reads memory only. */
    public boolean isHere(PartitionSpec partition) {
        return store.owns(partition);
    }

    /** The partition in which the catalog is: its owner makes all changes of databases and containers. */
    public PartitionSpec system() {
        return Engine.SYSTEM;
    }

    /** The owner of a partition, or the process that is to acquire it; null if there is none at present. */
    public @Nullable Owner of(PartitionSpec partition) {
        Owner owner = known.get(partition.number());
        return owner != null ? owner : look(partition);
    }

    private @Nullable Owner look(PartitionSpec partition) {
        NodeRecord found = node.ownerOf(partition.number());
        if (found == null) {
            return null;
        }
        Owner owner = owner(found);
        known.put(partition.number(), owner);
        return owner;
    }

    private Owner owner(NodeRecord found) {
        return new Owner(found.id(), found.contact(), found.id().equals(node.id()));
    }

    /** What was remembered of this partition was wrong, or may be. */
    public void forget(PartitionSpec partition) {
        known.remove(partition.number());
    }

    /** Acquires a partition that somebody asks this process for, if it belongs here and has no owner. */
    public void take(PartitionSpec partition) {
        if (!isHere(partition)) {
            node.acquireIfPlacedHere(partition.number());
        }
    }

    /** All processes that are live, as of the last poll. */
    public List<Owner> live() {
        return node.live().stream().map(this::owner).toList();
    }

    /** Goes by the catalog that is stored now, whoever has changed it. */
    public void readCatalog() {
        store.read();
    }

    /** Changes the catalog for another process. Returns false if this one does not own the system partition. */
    public boolean changeCatalog(CatalogEdit edit) {
        return isHere(system()) && store.changeHere(edit);
    }

    /** Gives all partitions away, for good, so that others serve them at once. */
    public void leave() {
        node.leave();
    }

    /** Lets the other processes know at once how they reach this one. */
    public void announce() {
        node.renew();
    }
}
