package org.mayflydb.ownership;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One version of the catalog, as far as ownership depends on it. Immutable. */
public final class CatalogView {
    /** The partition that holds the catalog itself. */
    public static final int SYSTEM = 0;

    /** The catalog of a store that is used for the first time. */
    public static final CatalogView FIRST = new CatalogView(0, 0, SYSTEM + 1, Map.of(), List.of(), List.of());

    /**
     * A container.
     *
     * @param partitions in the order of their keys
     * @param policy what the owners of its partitions apply, such as the default TTL
     */
    public record Mapped(String name, List<Integer> partitions, Object policy) {}

    /**
     * Partitions that one is being split into.
     *
     * @param parentEpoch the epoch of the parent when they were numbered
     */
    public record Numbered(int parent, long parentEpoch, List<Integer> children) {}

    /**
     * A partition of a deleted container.
     *
     * @param version that of the catalog that deleted it
     */
    public record Removed(int partition, String name, long version) {}

    private final long version;
    private final long shift;
    private final int nextPartition;
    private final Map<String, Mapped> containers;
    private final List<Numbered> allocations;
    private final List<Removed> deleted;
    private final Map<Integer, Mapped> map = new HashMap<>();

    public CatalogView(
            long version,
            long shift,
            int nextPartition,
            Map<String, Mapped> containers,
            List<Numbered> allocations,
            List<Removed> deleted) {
        this.version = version;
        this.shift = shift;
        this.nextPartition = nextPartition;
        this.containers = new TreeMap<>(containers);
        this.allocations = List.copyOf(allocations);
        this.deleted = List.copyOf(deleted);
        for (Mapped container : this.containers.values()) {
            container.partitions().forEach(partition -> map.put(partition, container));
        }
    }

    /** The sequence of the system partition's head when it was written. */
    public long version() {
        return version;
    }

    /** By how many seconds the clock of the database is moved. */
    public long shift() {
        return shift;
    }

    /** The number of the partition that comes next; all lower ones are or were in use. */
    public int nextPartition() {
        return nextPartition;
    }

    public Map<String, Mapped> containers() {
        return containers;
    }

    public List<Numbered> allocations() {
        return allocations;
    }

    public List<Removed> deleted() {
        return deleted;
    }

    /** Returns true if requests may use the partition. */
    public boolean contains(int partition) {
        return partition == SYSTEM || map.containsKey(partition);
    }

    /** The container of a partition; null if it has none. */
    public @Nullable Mapped containerOf(int partition) {
        return map.get(partition);
    }

    /** All partitions that requests may use, the system partition first. */
    public List<Integer> partitions() {
        List<Integer> all = new ArrayList<>();
        all.add(SYSTEM);
        containers.values().forEach(container -> all.addAll(container.partitions()));
        return all;
    }

    /** The children that were numbered for a partition in that epoch; null if none were. */
    public @Nullable Numbered allocation(int parent, long epoch) {
        for (Numbered allocation : allocations) {
            if (allocation.parent() == parent && allocation.parentEpoch() == epoch) {
                return allocation;
            }
        }
        return null;
    }

    /** The allocation that a partition is a child of; null if there is none. */
    public @Nullable Numbered allocationOf(int child) {
        for (Numbered allocation : allocations) {
            if (allocation.children().contains(child)) {
                return allocation;
            }
        }
        return null;
    }

    /** The entry of a partition in the deleted list; null if there is none. */
    public @Nullable Removed deletedEntry(int partition) {
        for (Removed entry : deleted) {
            if (entry.partition() == partition) {
                return entry;
            }
        }
        return null;
    }

    /** With a shift of the clock. */
    public CatalogView withShift(long newVersion, long newShift) {
        return new CatalogView(newVersion, newShift, nextPartition, containers, allocations, deleted);
    }

    /** With another policy for a container. */
    public CatalogView withPolicy(long newVersion, Mapped container, Object policy) {
        return with(newVersion, new Mapped(container.name(), container.partitions(), policy), nextPartition);
    }

    /** Rule 11, create: with a container that has new partitions. */
    public CatalogView withContainer(long newVersion, String name, int count, Object policy) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            numbers.add(nextPartition + i);
        }
        return with(newVersion, new Mapped(name, List.copyOf(numbers), policy), nextPartition + count);
    }

    private CatalogView with(long newVersion, Mapped container, int next) {
        Map<String, Mapped> changed = new TreeMap<>(containers);
        changed.put(container.name(), container);
        return new CatalogView(newVersion, shift, next, changed, allocations, deleted);
    }

    /** Rule 11, delete: the container's partitions, and all children allocated to them, move to the deleted list. */
    public CatalogView without(long newVersion, Mapped container) {
        Map<String, Mapped> fewer = new TreeMap<>(containers);
        fewer.remove(container.name());
        List<Numbered> others = new ArrayList<>();
        List<Removed> gone = new ArrayList<>(deleted);
        container.partitions().forEach(number -> gone.add(new Removed(number, container.name(), newVersion)));
        for (Numbered allocation : allocations) {
            if (container.partitions().contains(allocation.parent())) {
                allocation.children().forEach(number -> gone.add(new Removed(number, container.name(), newVersion)));
            } else {
                others.add(allocation);
            }
        }
        return new CatalogView(newVersion, shift, nextPartition, fewer, others, gone);
    }

    /** Rule 12 (a): two new numbers for the children of a partition. */
    public CatalogView withChildren(long newVersion, int parent, long parentEpoch) {
        List<Numbered> more = new ArrayList<>(allocations);
        more.add(new Numbered(parent, parentEpoch, List.of(nextPartition, nextPartition + 1)));
        return new CatalogView(newVersion, shift, nextPartition + 2, containers, more, deleted);
    }

    /** Rule 12 (h): the children take the place of their parent; nothing if the parent is not in the map. */
    public CatalogView switched(long newVersion, int parent, List<Integer> children) {
        Mapped container = map.get(parent);
        if (container == null) {
            return this;
        }
        List<Integer> partitions = new ArrayList<>();
        for (int partition : container.partitions()) {
            if (partition == parent) {
                partitions.addAll(children);
            } else {
                partitions.add(partition);
            }
        }
        Map<String, Mapped> changed = new TreeMap<>(containers);
        changed.put(container.name(), new Mapped(container.name(), List.copyOf(partitions), container.policy()));
        return new CatalogView(newVersion, shift, nextPartition, changed, withoutAllocation(children.get(0)), deleted);
    }

    /** Rule 13: a dropped partition needs no entry any more. */
    public CatalogView collected(long newVersion, int partition) {
        Removed entry = deletedEntry(partition);
        if (entry == null && allocationOf(partition) == null) {
            return this;
        }
        List<Removed> fewer = new ArrayList<>(deleted);
        fewer.remove(entry);
        return new CatalogView(newVersion, shift, nextPartition, containers, allocations, fewer).released(partition);
    }

    private CatalogView released(int child) {
        Numbered allocation = allocationOf(child);
        if (allocation == null) {
            return this;
        }
        List<Numbered> left = new ArrayList<>(withoutAllocation(child));
        List<Integer> siblings =
                allocation.children().stream().filter(number -> number != child).toList();
        if (!siblings.isEmpty()) {
            left.add(new Numbered(allocation.parent(), allocation.parentEpoch(), siblings));
        }
        return new CatalogView(version, shift, nextPartition, containers, left, deleted);
    }

    private List<Numbered> withoutAllocation(int child) {
        return allocations.stream()
                .filter(allocation -> !allocation.children().contains(child))
                .toList();
    }
}
