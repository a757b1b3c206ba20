package org.mayflydb.catalog;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.CatalogCodec.Counters;
import org.mayflydb.charge.Throughput;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.Keyspace;
import org.mayflydb.partition.FormerRange;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.KeyValue;

/** The partitions of containers. Numbers are never used twice. */
public final class CatalogPartitions {
    private final Catalog catalog;
    private final CatalogReader reader;

    CatalogPartitions(Catalog catalog, CatalogReader reader) {
        this.catalog = catalog;
        this.reader = reader;
    }

    /** Partitions that no container uses and whose entries may still be stored. */
    public List<Integer> dropped() {
        return reader.stored(Keyspace.DROPPED_PARTITION).stream()
                .map(entry -> CatalogKeys.partitionOfDropped(entry.key()))
                .toList();
    }

    /** Reports records that contradict others, in a catalog that nobody changes. */
    public void check(Consumer<String> findings) {
        CatalogState state = reader.read();
        int newest = state.counters().partition();
        for (CatalogVersion.Allocation allocation : state.version().allocations()) {
            if (allocation.children().stream().anyMatch(child -> child <= 0 || child > newest)) {
                findings.accept(
                        "partition " + allocation.parent() + " is split into partitions that were never numbered");
            }
        }
        Set<Integer> dropped = Set.copyOf(dropped());
        for (KeyValue entry : reader.stored(Keyspace.DELETED_PARTITION)) {
            int number = CatalogKeys.partitionOfDropped(entry.key());
            DeletedPartition deleted = DeletedPartition.decode(entry.value());
            if (deleted.version() > state.version().version() || !dropped.contains(number)) {
                findings.accept("partition " + number + " is listed as deleted, but it is not to be dropped");
            }
        }
    }

    /**
     * Makes sure that a partition listed as dropped is never used: a split that was to create it can no longer be finished.
     *
     * @return false if it is not listed, because it is in use or gone
     */
    public boolean withdraw(int partitionNumber) {
        return catalog.change(change -> {
            boolean dropped = change.isMarkedDropped(partitionNumber);
            if (dropped) {
                change.release(partitionNumber);
            }
            return dropped;
        });
    }

    /** The entries of a dropped partition are gone. */
    public void forgetDropped(int partitionNumber) {
        catalog.change(change -> {
            if (change.isMarkedDropped(partitionNumber)) {
                change.unmarkDropped(partitionNumber);
            }
            return partitionNumber;
        });
    }

    /**
     * Names two partitions that one is to be split into. Until {@link #replaceParent} they count as dropped, so a split that is
     * not finished leaves nothing behind.
     *
     * @param parent one of the container's
     * @param parentEpoch the epoch of its head
     * @throws NotFoundException if the container has gone or no longer has this partition
     */
    public List<PartitionSpec> nameChildren(ContainerRecord container, PartitionSpec parent, long parentEpoch) {
        return catalog.change(change -> {
            ContainerRecord current = withPartition(change.state(), container, parent);
            int rangeId = current.nextRangeId();
            List<EpkRange> halves = parent.range().halves(current.properties().partitionKey());
            Counters last = change.state().counters();
            change.put(new Counters(last.database(), last.partition() + 2, last.offer()));
            List<PartitionSpec> children = List.of(
                    parent.child(last.partition() + 1, rangeId, halves.get(0)),
                    parent.child(last.partition() + 2, rangeId + 1, halves.get(1)));
            change.allocate(new CatalogVersion.Allocation(
                    parent.number(),
                    parentEpoch,
                    children.stream().map(PartitionSpec::number).toList()));
            return children;
        });
    }

    /**
     * Puts the children in the place of their parent, which counts as dropped from now on. Does nothing if they are there
     * already.
     *
     * @throws NotFoundException if the container has gone, has neither the parent nor the children, or if the children were
     *     {@linkplain #withdraw withdrawn}
     */
    public ContainerRecord replaceParent(
            ContainerRecord container, PartitionSpec parent, List<PartitionSpec> children) {
        return catalog.change(change -> {
            ContainerRecord present =
                    change.state().findContainer(container.database().id(), container.id());
            if (present != null && present.partitions().containsAll(children)) {
                return present;
            }
            ContainerRecord current = withPartition(change.state(), container, parent);
            List<Integer> numbers = children.stream().map(PartitionSpec::number).toList();
            if (!change.state().version().childrenOf(parent.number()).containsAll(numbers)) {
                throw NotFoundException.owner();
            }
            ContainerRecord split = replaced(change, current, parent, children);
            change.put(split);
            return split;
        });
    }

    /** Numbers the children of a partition unless that was done in this epoch; does nothing if no container has it. */
    public void numberChildren(int parent, long parentEpoch) {
        catalog.change(change -> {
            CatalogState state = change.state();
            boolean numbered = state.version().allocations().stream()
                    .anyMatch(known -> known.parent() == parent && known.parentEpoch() == parentEpoch);
            if (!numbered && containerOf(state, parent) != null) {
                Counters last = state.counters();
                change.put(new Counters(last.database(), last.partition() + 2, last.offer()));
                change.allocate(new CatalogVersion.Allocation(
                        parent, parentEpoch, List.of(last.partition() + 1, last.partition() + 2)));
            }
            return parent;
        });
    }

    /** Puts the children of a split in the place of their parent; does nothing if no container has the parent. */
    public void replaceParent(int parent, List<Integer> children) {
        catalog.change(change -> {
            ContainerRecord container = containerOf(change.state(), parent);
            if (container == null
                    || !change.state().version().childrenOf(parent).containsAll(children)) {
                return parent;
            }
            PartitionSpec spec = container.partitions().stream()
                    .filter(partition -> partition.number() == parent)
                    .findFirst()
                    .orElseThrow();
            List<EpkRange> halves = spec.range().halves(container.properties().partitionKey());
            int rangeId = container.nextRangeId();
            change.put(replaced(
                    change,
                    container,
                    spec,
                    List.of(
                            spec.child(children.get(0), rangeId, halves.get(0)),
                            spec.child(children.get(1), rangeId + 1, halves.get(1)))));
            return parent;
        });
    }

    private static @Nullable ContainerRecord containerOf(CatalogState state, int partition) {
        for (CatalogState.Entry entry : state.databases().values()) {
            for (ContainerRecord container : entry.containers().values()) {
                if (container.partitions().stream().anyMatch(spec -> spec.number() == partition)) {
                    return container;
                }
            }
        }
        return null;
    }

    private static ContainerRecord replaced(
            CatalogTransaction change, ContainerRecord container, PartitionSpec parent, List<PartitionSpec> children) {
        children.forEach(child -> change.unmarkDropped(child.number()));
        List<PartitionSpec> partitions = new ArrayList<>(container.partitions());
        partitions.remove(parent);
        partitions.addAll(children);
        partitions.sort(Comparator.comparing(partition -> partition.range().min()));
        change.markDropped(parent.number());
        return container.with(partitions);
    }

    private static ContainerRecord withPartition(
            CatalogState state, ContainerRecord container, PartitionSpec partition) {
        ContainerRecord current = state.findContainer(container.database().id(), container.id());
        if (current == null
                || !current.rid().equals(container.rid())
                || !current.partitions().contains(partition)) {
            throw NotFoundException.owner();
        }
        return current;
    }

    /**
     * The partitions of a new container.
     *
     * @param keepsIds whether a range that an earlier container of the name had keeps its id
     */
    static List<PartitionSpec> first(
            int lastNumber,
            ContainerProperties properties,
            @Nullable Throughput throughput,
            List<FormerRange> former,
            boolean keepsIds) {
        int count = throughput == null ? 1 : ContainerRecord.partitionsAtFirst(throughput);
        List<EpkRange> ranges = EpkRange.split(properties.partitionKey(), count);
        Map<EpkRange, Integer> known = new HashMap<>();
        int nextRangeId = 0;
        for (FormerRange range : former) {
            if (keepsIds) {
                known.put(range.range(), range.rangeId());
            }
            nextRangeId = Math.max(nextRangeId, range.rangeId() + 1);
        }
        List<PartitionSpec> partitions = new ArrayList<>();
        for (EpkRange range : ranges) {
            Integer rangeId = known.get(range);
            partitions.add(new PartitionSpec(
                    lastNumber + 1 + partitions.size(), rangeId == null ? nextRangeId++ : rangeId, range));
        }
        return partitions;
    }

    static List<FormerRange> withoutIdsOf(List<PartitionSpec> partitions, List<FormerRange> former) {
        Set<Integer> used = partitions.stream().map(PartitionSpec::rangeId).collect(Collectors.toSet());
        return former.stream().filter(range -> !used.contains(range.rangeId())).toList();
    }
}
