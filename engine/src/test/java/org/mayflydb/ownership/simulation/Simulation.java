package org.mayflydb.ownership.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.ownership.CatalogEdit;
import org.mayflydb.ownership.CatalogView;
import org.mayflydb.ownership.LeaseTimes;
import org.mayflydb.partition.PartitionHead;

/** One run: the store, the nodes, and the events between them in the order of time. */
final class Simulation {
    /** After this many milliseconds without a reply a caller gives up. */
    static final int TIMEOUT = 2000;

    private static final long TRUE_WALL_AT_START = 1_000_000_000L;

    /** A clock this far off the true time is wrong. */
    private static final long WRONG_CLOCK = 250;

    private static final class Event implements Comparable<Event> {
        private final long time;
        private final long order;
        private final Runnable action;

        Event(long time, long order, Runnable action) {
            this.time = time;
            this.order = order;
            this.action = action;
        }

        @Override
        public int compareTo(Event other) {
            return time != other.time ? Long.compare(time, other.time) : Long.compare(order, other.order);
        }
    }

    private final PriorityQueue<Event> queue = new PriorityQueue<>(256);
    private final SplittableRandom random;
    private final Deviation deviation;
    private final LeaseTimes times;
    private final Invariants invariants;
    private final SimulatedStore store;
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private Network network;
    private long time;
    private long events;
    private long order;
    private boolean anyWrongClocks;

    Simulation(long seed, Deviation deviation, LeaseTimes times, Network network, int partitions, int ttl) {
        this.random = new SplittableRandom(seed);
        this.deviation = deviation;
        this.times = times;
        this.network = network;
        this.invariants = new Invariants(this);
        Policy policy = new Policy(invariants.newGeneration("c0"), ttl);
        CatalogView first = CatalogView.FIRST.withContainer(1, "c0", partitions, policy);
        this.store = new SimulatedStore(invariants, first);
        invariants.start(first);
        invariants.generation(0).created = 0;
    }

    SplittableRandom random() {
        return random;
    }

    Deviation deviation() {
        return deviation;
    }

    LeaseTimes times() {
        return times;
    }

    Invariants invariants() {
        return invariants;
    }

    SimulatedStore store() {
        return store;
    }

    SimulatedStore.@Nullable Stored storedOrNull(int number) {
        return store == null ? null : store.partition(number);
    }

    List<SimulatedNode> nodes() {
        return nodes;
    }

    void network(Network newNetwork) {
        network = newNetwork;
    }

    long time() {
        return time;
    }

    long events() {
        return events;
    }

    long trueWall() {
        return TRUE_WALL_AT_START + time;
    }

    /** For runs in which several clocks are wrong, so that an early purge proves nothing. */
    void allowWrongClocks() {
        anyWrongClocks = true;
    }

    /** Whether at most one of several clocks is wrong. */
    boolean hasRightClocks() {
        return !anyWrongClocks
                && nodes.size() > 1
                && nodes.stream()
                                .filter(node -> Math.abs(node.clocks().offset()) > WRONG_CLOCK)
                                .count()
                        <= 1;
    }

    SimulatedNode addNode(long clockOffset, long rate) {
        SimulatedClocks clocks = new SimulatedClocks(this, trueWall() + clockOffset, 1_000L * (nodes.size() + 1), rate);
        SimulatedNode node = new SimulatedNode(this, nodes.size(), clocks, clockOffset);
        nodes.add(node);
        return node;
    }

    void schedule(long delay, Runnable action) {
        queue.add(new Event(time + delay, order++, action));
    }

    /** Runs everything up to that time. */
    void runUntil(long end) {
        while (true) {
            Event next = queue.peek();
            if (next == null || next.time > end) {
                time = end;
                return;
            }
            queue.poll();
            time = next.time;
            events++;
            next.action.run();
        }
    }

    void runFor(long millis) {
        runUntil(time + millis);
    }

    /** Sends a request to the store. The caller learns the result, or that there was none in time. */
    void send(Call call) {
        call.unconditional = deviation.ignoresCondition(call);
        int there = network.requestDelay(call);
        int back = network.replyDelay(call);
        boolean answered = there != Network.LOST && back != Network.LOST && there + back <= TIMEOUT;
        if (there != Network.LOST) {
            schedule(there, () -> {
                Object result = store.perform(call);
                if (answered) {
                    schedule(back, () -> call.node.deliver(call, result));
                }
            });
        }
        if (!answered) {
            schedule(TIMEOUT, () -> call.node.deliver(call, SimulatedNode.UNANSWERED));
        }
    }

    /** A node that takes itself for the owner of a partition, at random; null if none does. */
    @Nullable
    SimulatedNode anyOwner(int partition) {
        SimulatedNode chosen = null;
        int found = 0;
        for (SimulatedNode node : nodes) {
            if (node.believesToOwn(partition)) {
                found++;
                if (found == 1 || random.nextInt(found) == 0) {
                    chosen = node;
                }
            }
        }
        return chosen;
    }

    /** Asks an owner of the system partition for a change of the catalog; if it crashes there is no reply in time. */
    void changeCatalog(CatalogEdit edit, Consumer<@Nullable CatalogView> then) {
        AtomicBoolean replied = new AtomicBoolean();
        Consumer<@Nullable CatalogView> first = changed -> {
            if (!replied.getAndSet(true)) {
                then.accept(changed);
            }
        };
        SimulatedNode owner = anyOwner(CatalogView.SYSTEM);
        if (owner != null) {
            owner.run(owner.life(), () -> owner.changeCatalog(edit, first));
        }
        schedule(owner == null ? TIMEOUT : 5 * TIMEOUT, () -> first.accept(null));
    }

    /** Some time after the last fault, every partition is served, every change acknowledged, and everything deleted is dropped. */
    void checkEnd() {
        CatalogView catalog = store.catalog();
        for (int partition : catalog.partitions()) {
            if (nodes.stream().noneMatch(node -> node.serves(partition))) {
                invariants.violated(
                        Invariants.Invariant.I8_SERVED,
                        "nobody serves partition " + partition + ": " + store.partition(partition).head);
            }
        }
        if (nodes.stream().anyMatch(SimulatedNode::awaits)) {
            invariants.violated(Invariants.Invariant.I8_SERVED, "a change of the catalog is not acknowledged");
        }
        checkCollected();
    }

    void checkCollected() {
        CatalogView catalog = store.catalog();
        for (int number = 1; number < catalog.nextPartition(); number++) {
            PartitionHead head = store.partition(number).head;
            boolean dropped = head != null && head.ownership().state() == PartitionHead.State.DROPPED;
            if (!catalog.contains(number) && !dropped) {
                invariants.violated(
                        Invariants.Invariant.I11_COLLECTED,
                        "partition " + number + " is not in the map and not dropped: " + head);
            }
        }
        if (!catalog.deleted().isEmpty() || !catalog.allocations().isEmpty()) {
            invariants.violated(
                    Invariants.Invariant.I11_COLLECTED,
                    "left on the lists: " + catalog.deleted() + catalog.allocations());
        }
    }

    boolean isClean() {
        return invariants.counts().isEmpty();
    }

    Map<Invariants.Invariant, Integer> violations() {
        return invariants.counts();
    }
}
