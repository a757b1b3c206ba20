package org.mayflydb.ownership.simulation;

import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.mayflydb.membership.NodeRecord;
import org.mayflydb.ownership.CatalogView;
import org.mayflydb.ownership.LeaseTimes;
import org.mayflydb.ownership.StoreStep;
import org.mayflydb.partition.PartitionHead;

/** A script: a container {@code c0} with partition 1, nodes that acquire nothing by themselves, and a network that obeys. */
final class Scenario {
    static final String CONTAINER = "c0";
    static final int PARTITION = 1;
    private static final int GIVE_UP_MILLIS = 60_000;

    final Simulation simulation;
    final Clients clients;
    private final ScriptedNetwork network = new ScriptedNetwork();

    Scenario(Deviation deviation) {
        simulation = new Simulation(1, deviation, LeaseTimes.DEFAULT, network, 1, 0);
        clients = new Clients(simulation);
    }

    /** Starts a node and waits until it is registered. */
    SimulatedNode start(long clockOffset) {
        SimulatedNode node = simulation.addNode(clockOffset, 0);
        node.active = false;
        node.start();
        run(20);
        return node;
    }

    void run(long millis) {
        simulation.runFor(millis);
    }

    /** Runs until something holds; the script is wrong if it never does. */
    void until(BooleanSupplier holds) {
        long end = simulation.time() + GIVE_UP_MILLIS;
        while (!holds.getAsBoolean()) {
            if (simulation.time() > end) {
                throw new IllegalStateException("the script waits for something that does not happen");
            }
            run(1);
        }
    }

    void next(SimulatedNode node, Task.Kind kind, Predicate<Call> calls, int request, int reply) {
        network.next(call -> call.node == node && call.task.kind == kind && calls.test(call), request, reply);
    }

    static boolean isCommit(Call call) {
        return call.isCommit();
    }

    static boolean isRead(Call call) {
        return call.step == null;
    }

    static boolean readsCatalog(Call call) {
        return call.step instanceof StoreStep.ReadCatalog;
    }

    static boolean readsHead(Call call) {
        return call.step instanceof StoreStep.ReadHead;
    }

    void acquire(SimulatedNode node, int partition) {
        node.acquire(partition);
        run(20);
    }

    void write(SimulatedNode node, int key, int ttl) {
        clients.write(node, CONTAINER, key, ttl);
        run(10);
    }

    void read(SimulatedNode node, int key) {
        clients.read(node, CONTAINER, key);
        run(10);
    }

    /** Waits until the others have declared the process dead that the node was when this was called. */
    void untilDead(UUID id) {
        until(() -> {
            NodeRecord record = simulation.store().node(id);
            return record == null || !record.alive();
        });
    }

    UUID id(SimulatedNode node) {
        UUID id = node.local().id();
        if (id == null) {
            throw new IllegalStateException(node + " is not registered");
        }
        return id;
    }

    /** Another node acquires the partition from one that has crashed or hangs. */
    void takeOver(UUID from, SimulatedNode to, int partition) {
        untilDead(from);
        acquire(to, partition);
    }

    /** A query of one node, and in the middle of it two writes of another. If both own the partition, it sees the second only. */
    void queryAcrossWrites(SimulatedNode reader, SimulatedNode writer) {
        clients.query(reader, CONTAINER, 0);
        run(5);
        writeFirstAndLast(writer);
        run(100);
    }

    void writeFirstAndLast(SimulatedNode writer) {
        clients.write(writer, CONTAINER, 0, 0);
        clients.write(writer, CONTAINER, SimulatedStore.KEYS - 1, 0);
    }

    CatalogView catalog() {
        return simulation.store().catalog();
    }

    PartitionHead.State stateOf(int partition) {
        PartitionHead head = simulation.store().partition(partition).head;
        return head == null ? PartitionHead.State.COPYING : head.ownership().state();
    }
}
