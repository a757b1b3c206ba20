package org.mayflydb.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.GoneException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.membership.NodeRecord;
import org.mayflydb.ownership.Acquire;
import org.mayflydb.ownership.CatalogBarrier;
import org.mayflydb.ownership.CatalogChange;
import org.mayflydb.ownership.CatalogEdit;
import org.mayflydb.ownership.CatalogPoll;
import org.mayflydb.ownership.CatalogView;
import org.mayflydb.ownership.LocalNode;
import org.mayflydb.ownership.MembershipPoll;
import org.mayflydb.ownership.OwnedPartition;
import org.mayflydb.ownership.OwnerSplit;
import org.mayflydb.ownership.PartitionCollector;
import org.mayflydb.ownership.RecordCollector;
import org.mayflydb.ownership.Renewal;
import org.mayflydb.ownership.Rules;
import org.mayflydb.ownership.SplitContents;
import org.mayflydb.ownership.StoreStep;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionSpec;

/**
 * This process among those that share a store: its lease, the others, and the partitions that it owns.
 *
 * <p>The engine calls {@link #renew}, {@link #poll}, {@link #balance} and {@link #collect} regularly, each on one thread at a
 * time and {@code renew} on a thread of its own, because the others may wait for writes.
 */
public final class Node {
    /** A partition stays where it is until another node has been the better place for so many leases. */
    private static final int STAY_LEASES = 2;

    /** A change is in force everywhere after three leases in the worst case. */
    private static final int BARRIER_LEASES_MAX = 4;

    private static final int LOOKS_PER_POLL = 4;

    private final Object lock = new Object();
    private final Partition.Environment environment;
    private final SharingSettings settings;
    private final SharedCatalog catalog;
    private final StepPerformer performer;
    private final LocalNode local;

    /** The partitions that this process owns, or has owned. */
    private final Map<Integer, Opened> opened = new HashMap<>(); // guarded by lock

    /** Since when another node has been the better place for a partition, by the monotonic clock. */
    private final Map<Integer, Long> betterElsewhere = new HashMap<>(); // guarded by this

    /**
     * Partitions whose acquire or release may still be applied, with the epoch of the head that it was sent on. The head may come to
     * name this process, and then no other one acquires it.
     */
    private final Map<Integer, Long> unsettled = new HashMap<>(); // guarded by this

    private record Opened(LeasedOwner owner, Partition partition) {}

    public Node(Partition.Environment environment, SharingSettings settings, SharedCatalog catalog) {
        this.environment = environment;
        this.settings = settings;
        this.catalog = catalog;
        this.performer = new StepPerformer(environment.store(), lock, catalog);
        this.local = new LocalNode(
                new Rules(settings.times()), settings.clocks(), settings.host(), settings.contact(), settings.ids());
    }

    private <T> T locked(Supplier<T> action) {
        synchronized (lock) {
            return action.get();
        }
    }

    /** Rules 1 and 2: registers this process, or renews its lease. */
    public void renew() {
        performer.run(() -> Renewal.of(local));
    }

    /** Returns true while this process may own partitions. */
    public boolean hasLease() {
        return locked(() -> local.lease().isValid());
    }

    /**
     * The partition if this process owns it and no split has fenced it, the same object for as long as that holds; otherwise
     * null.
     */
    public @Nullable Partition partition(PartitionSpec spec) {
        synchronized (lock) {
            OwnedPartition owned = local.partition(spec.number());
            return owned == null || !owned.takesRequests() ? null : opened(owned, spec).partition;
        }
    }

    @SuppressWarnings("ReferenceEquality") // acquired again, a partition has another owner
    private Opened opened(OwnedPartition owned, PartitionSpec spec) {
        Opened known = opened.get(spec.number());
        if (known == null || known.owner.owned() != owned) {
            LeasedOwner owner = new LeasedOwner(local, owned, performer, lock);
            known = new Opened(owner, Partition.shared(spec, environment, owner));
            opened.put(spec.number(), known);
        }
        return known;
    }

    /** Rules 4 and 11: watches the other nodes, and goes by the newest catalog. */
    public void poll() {
        performer.run(() -> MembershipPoll.of(local));
        learn();
    }

    /** Rule 11: goes by the newest catalog, and publishes that once every partition does. */
    private void learn() {
        performer.run(() -> CatalogPoll.of(local));
        CatalogView newest = locked(local::catalog);
        List<OwnedPartition> behind = locked(() -> local.partitions().stream()
                .filter(owned -> owned.inForce().version() < newest.version())
                .toList());
        if (!behind.isEmpty()) {
            catalog.apply();
            behind.forEach(owned -> inTurn(owned, () -> owned.switchTo(newest)));
        }
        if (locked(local::mustPublish)) {
            renew();
        }
    }

    /** Runs a procedure in the commit turn of a partition; does nothing if the partition is lost by then. */
    private void inTurn(OwnedPartition owned, Supplier<@Nullable StoreStep> procedure) {
        PartitionSpec spec = catalog.spec(owned.number());
        Opened known = locked(() -> spec == null ? opened.get(owned.number()) : opened(owned, spec));
        if (known == null) {
            // Nobody has used it, so there is no turn to wait for.
            performer.run(procedure);
            return;
        }
        try {
            boolean unused = known.partition.inTurn(() -> {
                performer.run(procedure);
                return true;
            });
        } catch (GoneException lost) {
            // Its new owner does this.
        }
    }

    /** Acquires partitions that belong here and have no owner, and releases those that belong elsewhere. */
    public void balance() {
        if (locked(local::id) == null) {
            return;
        }
        if (locked(local::isDraining)) {
            drain();
            return;
        }
        // Without the monitor, because a release waits for the writes before it.
        acquireAndChoose().forEach(this::release);
        catalog.apply();
    }

    /** Acquires what belongs here; returns what is to be released. */
    private synchronized List<OwnedPartition> acquireAndChoose() {
        List<OwnedPartition> leaving = new ArrayList<>();
        UUID me = locked(local::id);
        if (me == null) {
            return leaving;
        }
        forgetLost();
        long monotonic = settings.clocks().monotonic();
        List<UUID> nodes = new ArrayList<>(locked(() -> local.watch().others(me, monotonic)));
        nodes.add(me);
        for (int partition : locked(() -> local.catalog().partitions())) {
            boolean here = me.equals(Placement.of(partition, nodes));
            OwnedPartition owned = locked(() -> local.partition(partition));
            if (owned == null) {
                betterElsewhere.remove(partition);
                if (here
                        || isNamed(partition, me)
                        || locked(() -> local.doubts().contains(partition))) {
                    unsettled.put(partition, head(partition).epoch());
                    acquire(partition);
                }
            } else if (here) {
                unsettled.remove(partition);
                betterElsewhere.remove(partition);
            } else if (monotonic - betterElsewhere.computeIfAbsent(partition, unused -> monotonic)
                    >= STAY_LEASES * settings.times().lease()) {
                unsettled.put(partition, head(partition).epoch());
                leaving.add(owned);
            }
        }
        return leaving;
    }

    /** Rule 10. */
    private void release(OwnedPartition owned) {
        closingInTurn(owned, owned::release);
    }

    /** A partition that was closed for something that has failed is not left so: it is acquired again, which settles that. */
    private void closingInTurn(OwnedPartition owned, Supplier<@Nullable StoreStep> procedure) {
        boolean done = false;
        try {
            inTurn(owned, procedure);
            done = true;
        } finally {
            if (!done && locked(() -> owned.isClosing() && !owned.isLost())) {
                locked(() -> {
                    owned.abandon();
                    return true;
                });
            }
        }
    }

    /** Partition numbers are never used again, so what was lost must not stay in memory. */
    private void forgetLost() {
        synchronized (lock) {
            opened.values().removeIf(known -> known.owner.owned().isLost());
        }
    }

    /** Returns true if an earlier attempt made the head name this process after all. */
    private boolean isNamed(int partition, UUID me) {
        Long sentOn = unsettled.get(partition);
        if (sentOn == null) {
            return false;
        }
        PartitionHead head = head(partition);
        if (head.owner().equals(me)) {
            return true;
        }
        if (head.epoch() > sentOn) {
            unsettled.remove(partition);
        }
        return false;
    }

    private PartitionHead head(int partition) {
        return PartitionHead.stored(environment.store().partition(partition));
    }

    /**
     * The node that serves a partition, or that is to acquire it, as far as this one knows; null if there is none. Reads the store.
     */
    public @Nullable NodeRecord ownerOf(int partition) {
        UUID owner = head(partition).owner();
        NodeRecord named = record(owner);
        if (named != null && named.alive()) {
            return named;
        }
        UUID next = Placement.of(partition, liveNodes());
        return next == null ? null : record(next);
    }

    private @Nullable NodeRecord record(UUID id) {
        NodeRecord seen = locked(() -> local.watch().copyOf(id));
        return seen != null || id.equals(PartitionHead.Ownership.NOBODY) ? seen : performer.node(id);
    }

    /** This node and the others that are live. */
    private List<UUID> liveNodes() {
        synchronized (lock) {
            UUID me = local.id();
            List<UUID> nodes =
                    new ArrayList<>(local.watch().others(me, settings.clocks().monotonic()));
            if (me != null && !local.isDraining()) {
                nodes.add(me);
            }
            return nodes;
        }
    }

    /** All nodes that are live, as of the last poll. */
    public List<NodeRecord> live() {
        List<NodeRecord> live = new ArrayList<>();
        for (UUID id : liveNodes()) {
            NodeRecord seen = locked(() -> local.watch().copyOf(id));
            if (seen != null) {
                live.add(seen);
            }
        }
        return live;
    }

    /** Acquires a partition now that somebody asks for it, if it belongs here and has no owner. */
    public void acquireIfPlacedHere(int partition) {
        synchronized (this) {
            UUID me = locked(local::id);
            if (me == null
                    || locked(local::isDraining)
                    || locked(() -> local.partition(partition)) != null
                    || !me.equals(Placement.of(partition, liveNodes()))) {
                return;
            }
            unsettled.put(partition, head(partition).epoch());
            acquire(partition);
        }
        catalog.apply();
    }

    /** Rule 5. Does nothing if the partition has an owner. */
    public void acquire(int partition) {
        performer.run(() -> Acquire.of(local, partition));
    }

    /** Rule 10: a node that stops, or whose clock is behind, gives its partitions away and marks its record dead. */
    private void drain() {
        locked(() -> List.copyOf(local.partitions())).forEach(this::release);
        catalog.apply();
        performer.run(() -> MembershipPoll.leave(local));
    }

    /** Gives all partitions away, for good. */
    public void leave() {
        locked(() -> {
            local.stop();
            return true;
        });
        drain();
    }

    /**
     * Rule 11: waits until every process goes by a change of the catalog that this process has made.
     *
     * @throws UnavailableException if that takes too long; the change is stored all the same
     */
    public void awaitEverywhere() {
        await(view -> CatalogChange.barrier(local, view));
    }

    /** Rule 11: waits until no process responds from a deleted container of this name. */
    public void awaitGone(String name) {
        await(view -> CatalogChange.barrier(local, view, name));
    }

    private void await(Function<CatalogView, CatalogBarrier> barrierOf) {
        long start = settings.clocks().monotonic();
        while (!learnUnlessMoving()) {
            pauseInBarrier(start);
        }
        CatalogBarrier barrier = locked(() -> barrierOf.apply(local.catalog()));
        performer.run(barrier::look);
        while (!barrier.isPassed()) {
            pauseInBarrier(start);
            performer.run(barrier::look);
        }
    }

    /** Returns false if a partition is being given away or fenced by a split, which ends soon. */
    private boolean learnUnlessMoving() {
        try {
            learn();
            return true;
        } catch (GoneException moving) {
            return false;
        }
    }

    private void pauseInBarrier(long start) {
        if (settings.clocks().monotonic() - start
                > BARRIER_LEASES_MAX * settings.times().lease()) {
            throw new UnavailableException(
                    "The change is stored, but a server has not confirmed yet that it goes by it."
                            + " Repeat the request to wait for it.");
        }
        settings.pause().millis(settings.times().poll() / LOOKS_PER_POLL);
    }

    /** The partitions of this process that are in the middle of a split. */
    public List<Integer> unfinishedSplits() {
        return locked(() -> local.partitions().stream()
                .filter(owned -> OwnerSplit.isUnfinished(local, owned))
                .map(OwnedPartition::number)
                .toList());
    }

    /**
     * Rule 12: splits a partition, or continues a split that this or another process has begun.
     *
     * @param isCancelled whether to stop; a split that stops is continued later
     * @return true if the split is done, or the partition is lost
     */
    public boolean split(int partition, SplitContents contents, BooleanSupplier isCancelled) {
        OwnedPartition parent = locked(() -> local.partition(partition));
        if (parent == null) {
            return true;
        }
        OwnerSplit split = locked(() -> new OwnerSplit(local, parent, contents));
        try {
            while (!locked(split::isOver)) {
                if (isCancelled.getAsBoolean() || !performPhase(parent, split)) {
                    return false;
                }
            }
        } finally {
            locked(() -> {
                split.stop();
                return true;
            });
        }
        learn();
        return true;
    }

    /** Returns false if the split got nowhere, or back to where it takes the children. */
    private boolean performPhase(OwnedPartition parent, OwnerSplit split) {
        boolean copies = split.copies();
        String before = split.phase();
        if (locked(split::needsTurn)) {
            closingInTurn(parent, split::next);
        } else {
            performer.run(split::next);
        }
        return !split.phase().equals(before) && !(copies && split.takes());
    }

    /** Rules 13 and 14, by the owner of the system partition: removes partitions and records that nobody uses any more. */
    public void collect() {
        if (locked(() -> local.partition(CatalogView.SYSTEM)) == null) {
            return;
        }
        for (int partition : catalog.unused()) {
            performer.run(() -> PartitionCollector.of(local, partition));
            if (isDropped(partition)) {
                catalog.change(new CatalogEdit.Forget(partition));
            }
        }
        List<Integer> partitions = new ArrayList<>(locked(() -> local.catalog().partitions()));
        partitions.addAll(catalog.unused());
        performer.run(() -> RecordCollector.of(partitions));
    }

    private boolean isDropped(int partition) {
        return head(partition).ownership().state() == PartitionHead.State.DROPPED;
    }

    /** The id of this process; null while it is not registered. */
    public @Nullable UUID id() {
        synchronized (lock) {
            return local.id();
        }
    }
}
