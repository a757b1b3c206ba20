package org.mayflydb.ownership;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.membership.NodeRecord;

/**
 * What one process knows: its registration and lease, the other nodes, the catalog and the partitions that it owns. All of it but
 * the high-water marks is a cache of the store and is discarded on loss.
 */
public final class LocalNode {
    private final Rules rules;
    private final NodeClocks clocks;
    private final String host;
    private final Supplier<String> contact;
    private final Supplier<UUID> ids;
    private final PeerWatch watch;
    private final PurgeClock purgeClock;
    private final NodeLease lease;
    private final Map<Integer, OwnedPartition> partitions = new TreeMap<>();
    private final Map<Integer, HighWater> highWaters = new HashMap<>();

    /** Partitions with a commit that may still be applied, and the epoch that it belongs to. */
    private final Map<Integer, Long> doubts = new TreeMap<>();

    private @Nullable UUID id;
    private CatalogView catalog = CatalogView.FIRST;
    private long applied;
    private boolean stopping;
    private boolean behind;
    private long acquisitions;

    /** A node that others do not reach. */
    public LocalNode(Rules rules, NodeClocks clocks, String host, Supplier<UUID> ids) {
        this(rules, clocks, host, () -> "", ids);
    }

    /**
     * @param contact how other nodes reach this one; it may change
     * @param ids draws ids that were never used before
     */
    public LocalNode(Rules rules, NodeClocks clocks, String host, Supplier<String> contact, Supplier<UUID> ids) {
        this.rules = rules;
        this.contact = contact;
        this.clocks = clocks;
        this.host = host;
        this.ids = ids;
        this.watch = new PeerWatch(rules);
        this.purgeClock = new PurgeClock(rules, clocks, host, watch);
        this.lease = new NodeLease(rules, clocks);
    }

    public Rules rules() {
        return rules;
    }

    public NodeClocks clocks() {
        return clocks;
    }

    public String host() {
        return host;
    }

    String contact() {
        return contact.get();
    }

    public PeerWatch watch() {
        return watch;
    }

    public NodeLease lease() {
        return lease;
    }

    public PurgeClock purgeClock() {
        return purgeClock;
    }

    /** The id of this registration; null while there is none. */
    public @Nullable UUID id() {
        return id;
    }

    /** Rule 2: a procedure compares the id after every step, and ends if it has changed. */
    boolean is(@Nullable UUID expected) {
        return expected != null && rules.isSameRegistration(expected, id);
    }

    UUID newId() {
        return ids.get();
    }

    void registered(UUID newId) {
        id = newId;
    }

    /** Rules 2 and 4: the reply to a read of all records. */
    void saw(List<NodeRecord> records) {
        watch.update(records, clocks.monotonic());
        purgeClock.polled();
        long median = watch.lowerMedian(id, clocks.monotonic());
        behind = clocks.wall() + rules.times().skew() < median;
    }

    /** Rule 2: this registration is over, and everything that it owned is lost. */
    void loseAll() {
        for (OwnedPartition partition : List.copyOf(partitions.values())) {
            partition.lose();
        }
        doubts.clear();
        lease.lose();
        id = null;
    }

    /** A process that is to end gives its partitions away first. */
    public void stop() {
        stopping = true;
    }

    /** While it drains, a node acquires nothing: it stops, or its clock would hold back expiry for everyone. */
    public boolean isDraining() {
        return stopping || behind;
    }

    public Collection<OwnedPartition> partitions() {
        return partitions.values();
    }

    /** The partition if this node owns it; null otherwise. */
    public @Nullable OwnedPartition partition(int number) {
        return partitions.get(number);
    }

    void install(OwnedPartition partition) {
        partitions.put(partition.number(), partition);
    }

    void remove(OwnedPartition partition) {
        partitions.remove(partition.number(), partition);
    }

    /** Rule 6: outlives the loss of a partition. */
    HighWater highWater(int partition) {
        return highWaters.computeIfAbsent(partition, unused -> new HighWater());
    }

    /** Tells apart the times that this process has acquired partitions. */
    long nextAcquisition() {
        return ++acquisitions;
    }

    /** Rule 9: a commit of that epoch may still be applied. */
    void doubt(int partition, long epoch) {
        doubts.put(partition, epoch);
    }

    /** The partitions with a commit that may still be applied; they are to be acquired again. */
    public List<Integer> doubts() {
        return new ArrayList<>(doubts.keySet());
    }

    /** Rule 9: the head of a later epoch was seen or written, so nothing of the earlier one is applied any more. */
    void settled(int partition, long epoch) {
        Long doubtful = doubts.get(partition);
        if (doubtful != null && doubtful < epoch) {
            doubts.remove(partition);
        }
    }

    /** The newest catalog that this node has read. */
    public CatalogView catalog() {
        return catalog;
    }

    /** Takes a catalog that was read; returns the newer of it and what was known. */
    public CatalogView learn(CatalogView read) {
        if (read.version() > catalog.version()) {
            catalog = read;
        }
        return catalog;
    }

    /**
     * Rule 11: the version of the catalog that all partitions of this node go by. It rises only once each of them has switched in
     * its commit turn, and with nothing in doubt.
     */
    long applied() {
        if (doubts.isEmpty() && partitions.values().stream().allMatch(this::isUpToDate)) {
            applied = catalog.version();
        }
        return applied;
    }

    /** Rule 11: whether a renewal would publish a newer version than the record has. */
    public boolean mustPublish() {
        NodeRecord published = id == null ? null : watch.copyOf(id);
        return id != null && (published == null || published.appliedCatalog() < applied());
    }

    private boolean isUpToDate(OwnedPartition partition) {
        return partition.inForce().version() >= catalog.version();
    }

    /** Rule 6: the wall clock that partitions go by, in milliseconds. */
    long servedWall() {
        return rules.servedWall(clocks.wall(), lease.validUntil(), watch.peerLow(id, clocks.monotonic()));
    }
}
