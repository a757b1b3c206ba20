package org.mayflydb.ownership.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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
import org.mayflydb.ownership.StoreStep;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.storage.CommitOutcome;

/** A machine with at most one process at a time. Drives the rules as the server does, one event at a time. */
final class SimulatedNode {
    static final Object UNANSWERED = new Object();
    private static final int TICK = 500;
    private static final int BARRIER_PAUSE = 500;

    private final Simulation simulation;
    private final int index;
    private final SimulatedClocks clocks;
    private final Deque<Runnable> deferred = new ArrayDeque<>();
    private final Map<OwnedPartition, Deque<Runnable>> turns = new HashMap<>();
    private final Set<Integer> busy = new HashSet<>();
    private final Set<Task.Kind> running = new HashSet<>();
    private LocalNode local;
    private long idCounter;
    private int life;
    private boolean up;
    private long pausedUntil;
    private boolean suspended;
    private int awaited;
    private long renewalDue;
    private long pollDue;
    private long catalogDue;

    /** By how much its clock is wrong unless a fault steps it. */
    final long usualOffset;

    /** Cut off from the node records, or from the whole store, until then. */
    long membershipCutUntil;

    long storeCutUntil;

    /** Whether the node acquires, collects and continues splits by itself. */
    boolean active = true;

    /** Whether a script does everything, also what happens from time to time. */
    boolean manual;

    SimulatedNode(Simulation simulation, int index, SimulatedClocks clocks, long usualOffset) {
        this.usualOffset = usualOffset;
        this.simulation = simulation;
        this.index = index;
        this.clocks = clocks;
        this.local = newProcess();
    }

    private LocalNode newProcess() {
        return new LocalNode(
                simulation.deviation().rules(simulation.times()),
                clocks,
                "host" + index,
                () -> new UUID(index + 1L, ++idCounter));
    }

    LocalNode local() {
        return local;
    }

    /** What the store holds, for planted bugs that read too early. */
    CatalogView storedCatalog() {
        return simulation.store().catalog();
    }

    @Nullable
    PartitionHead head(int partition) {
        return simulation.store().partition(partition).head;
    }

    SimulatedClocks clocks() {
        return clocks;
    }

    int life() {
        return life;
    }

    boolean isUp() {
        return up;
    }

    boolean believesToOwn(int partition) {
        return up && local.partition(partition) != null;
    }

    boolean serves(int partition) {
        OwnedPartition owned = up ? local.partition(partition) : null;
        return owned != null && owned.isServing();
    }

    /** Starts a process. */
    void start() {
        if (up) {
            return;
        }
        up = true;
        life++;
        local = newProcess();
        renewalDue = 0;
        pollDue = 0;
        catalogDue = 0;
        tick(life);
    }

    /** Ends the process at once; what it has sent is still on its way. */
    void crash() {
        up = false;
        life++;
        deferred.clear();
        turns.clear();
        busy.clear();
        running.clear();
        awaited = 0;
    }

    /** Whether somebody waits for the acknowledgement of a change. */
    boolean awaits() {
        return awaited > 0;
    }

    /** Stops the process between two steps. */
    void pause(long millis) {
        pausedUntil = Math.max(pausedUntil, simulation.time() + millis);
        simulation.schedule(pausedUntil - simulation.time(), this::resume);
    }

    /** Stops the machine, and its monotonic clock with it. */
    void suspend(long millis) {
        clocks.suspend(true);
        suspended = true;
        pause(millis);
    }

    void resume() {
        if (simulation.time() < pausedUntil) {
            return;
        }
        if (suspended) {
            suspended = false;
            clocks.suspend(false);
        }
        while (!deferred.isEmpty() && simulation.time() >= pausedUntil) {
            deferred.poll().run();
        }
    }

    void endPause() {
        pausedUntil = simulation.time();
        resume();
    }

    /** Runs something in the process if it still is the same, after its pause if it has one. */
    void run(int expectedLife, Runnable action) {
        if (expectedLife != life) {
            return;
        }
        if (simulation.time() < pausedUntil) {
            deferred.add(() -> run(expectedLife, action));
        } else {
            action.run();
        }
    }

    void deliver(Call call, @Nullable Object result) {
        run(call.life, () -> {
            Object reply = simulation.deviation().replies(call, result);
            if (call.step == null) {
                Consumer<@Nullable Object> reader = call.reader;
                if (reader != null) {
                    reader.accept(reply);
                }
            } else {
                perform(call.task, next(call.step, reply));
            }
        });
    }

    @SuppressWarnings("unchecked") // the store returns what the step asks for
    private static @Nullable StoreStep next(StoreStep step, @Nullable Object reply) {
        if (step instanceof StoreStep.WriteHead write) {
            return write.then().apply(reply == UNANSWERED ? CommitOutcome.UNKNOWN : (CommitOutcome) reply);
        } else if (step instanceof StoreStep.WriteNode write) {
            return write.then().apply(reply == UNANSWERED ? CommitOutcome.UNKNOWN : (CommitOutcome) reply);
        } else if (reply == UNANSWERED) {
            return step.unanswered();
        } else if (step instanceof StoreStep.ReadHead read) {
            return read.then().apply((PartitionHead) reply);
        } else if (step instanceof StoreStep.ReadNodes read) {
            return read.then().apply((List<NodeRecord>) reply);
        } else if (step instanceof StoreStep.ReadNode read) {
            return read.then().apply((NodeRecord) reply);
        } else if (step instanceof StoreStep.ReadCatalog read) {
            return read.then().apply((CatalogView) reply);
        } else if (step instanceof StoreStep.ReadPage read) {
            return read.then().apply((StoreStep.Page) reply);
        }
        throw new IllegalStateException("no reply to " + step);
    }

    /** Performs a step and what follows; the task ends after the last one. */
    void perform(Task task, @Nullable StoreStep first) {
        StoreStep step = first == null ? null : simulation.deviation().sends(this, task, first);
        if (step == null) {
            end(task);
        } else if (step instanceof StoreStep.ChangeCatalog change) {
            int expected = life;
            simulation.changeCatalog(
                    change.edit(),
                    changed -> run(expected, () -> perform(task, change.then().apply(changed != null))));
        } else {
            simulation.send(new Call(this, task, step));
        }
    }

    void end(Task task) {
        OwnedPartition partition = task.turn;
        if (partition != null) {
            task.turn = null;
            Deque<Runnable> waiting = turns.get(partition);
            if (waiting != null) {
                waiting.poll();
                Runnable next = waiting.peek();
                if (next != null) {
                    next.run();
                } else {
                    turns.remove(partition);
                }
            }
        }
        task.ended.run();
    }

    /** Runs a task in the commit turn of a partition. The body performs steps, and then ends the task. */
    void inTurn(OwnedPartition partition, Task task, Runnable body) {
        Deque<Runnable> waiting = turns.computeIfAbsent(partition, unused -> new ArrayDeque<>());
        waiting.add(() -> {
            task.turn = partition;
            body.run();
        });
        if (waiting.size() == 1) {
            waiting.element().run();
        }
    }

    boolean isTurnFree(OwnedPartition partition) {
        return !turns.containsKey(partition);
    }

    void readItem(Task task, int partition, int key, Consumer<@Nullable Object> reader) {
        simulation.send(new Call(this, task, partition, key, reader));
    }

    private Task task(Task.Kind kind, int partition) {
        return new Task(kind, partition, () -> {});
    }

    /** A task of which one runs at a time. */
    private void once(Task.Kind kind, Supplier<@Nullable StoreStep> first) {
        if (running.add(kind)) {
            Task task = new Task(kind, -1, () -> running.remove(kind));
            perform(task, first.get());
        }
    }

    private void tick(int expectedLife) {
        if (life != expectedLife || !up) {
            return;
        }
        simulation.schedule(TICK, () -> run(expectedLife, () -> tick(expectedLife)));
        if (manual) {
            return;
        }
        long now = clocks.monotonic();
        if (now >= renewalDue) {
            renewalDue = now + simulation.times().renewal();
            renew();
        }
        if (now >= pollDue) {
            pollDue = now + simulation.times().poll();
            poll();
        }
        if (now >= catalogDue) {
            catalogDue = now + simulation.times().poll();
            pollCatalog();
        }
        for (OwnedPartition partition : new ArrayList<>(local.partitions())) {
            if (local.isDraining()) {
                release(partition);
            } else if (active && OwnerSplit.isUnfinished(local, partition)) {
                split(partition.number());
            }
        }
        if (local.isDraining() && local.partitions().isEmpty() && local.id() != null) {
            once(Task.Kind.LEAVE, () -> MembershipPoll.leave(local));
        }
        if (active) {
            tryToAcquire();
            collect();
        }
    }

    void poll() {
        once(Task.Kind.POLL, () -> MembershipPoll.of(local));
    }

    boolean isCut(Call call) {
        return simulation.time() < storeCutUntil || (call.isMembership() && simulation.time() < membershipCutUntil);
    }

    void renew() {
        once(Task.Kind.RENEWAL, () -> Renewal.of(local));
        if (!local.lease().isValid()) {
            renewalDue = clocks.monotonic() + TICK;
        }
    }

    void pollCatalog() {
        if (running.add(Task.Kind.CATALOG_POLL)) {
            perform(
                    new Task(Task.Kind.CATALOG_POLL, -1, () -> {
                        running.remove(Task.Kind.CATALOG_POLL);
                        switchAll();
                    }),
                    CatalogPoll.of(local));
        }
    }

    private void switchAll() {
        CatalogView newest = local.catalog();
        for (OwnedPartition partition : new ArrayList<>(local.partitions())) {
            if (partition.inForce().version() < newest.version()) {
                if (simulation.deviation().switchesOutsideTurn(local)) {
                    perform(task(Task.Kind.SWITCH, partition.number()), partition.switchTo(newest));
                } else {
                    Task task = task(Task.Kind.SWITCH, partition.number());
                    inTurn(partition, task, () -> perform(task, partition.switchTo(local.catalog())));
                }
            }
        }
    }

    private void tryToAcquire() {
        for (int partition : local.doubts()) {
            acquire(partition);
        }
        for (int partition : local.catalog().partitions()) {
            if (local.partition(partition) == null && mayTry(partition)) {
                acquire(partition);
            }
        }
    }

    /** Most attempts that would find a live owner are left out, which saves events and changes nothing. */
    private boolean mayTry(int partition) {
        PartitionHead head = simulation.store().partition(partition).head;
        if (head == null
                || head.owner().equals(Ownership.NOBODY)
                || head.owner().equals(local.id())) {
            return simulation.random().nextInt(3) == 0;
        }
        NodeRecord owner = simulation.store().node(head.owner());
        return simulation.random().nextInt(owner != null && owner.alive() ? 64 : 2) == 0;
    }

    void acquire(int partition) {
        if (busy.add(partition)) {
            Task task = new Task(Task.Kind.ACQUIRE, partition, () -> busy.remove(partition));
            perform(task, Acquire.of(local, partition));
        }
    }

    void release(OwnedPartition partition) {
        if (isTurnFree(partition)) {
            Task task = task(Task.Kind.RELEASE, partition.number());
            inTurn(partition, task, () -> perform(task, partition.release()));
        }
    }

    /** Drains the node as a shutdown does. */
    void drain() {
        local.stop();
    }

    /** A change of the catalog by the owner of the system partition. */
    void changeCatalog(CatalogEdit edit, Consumer<@Nullable CatalogView> then) {
        OwnedPartition system = local.partition(CatalogView.SYSTEM);
        if (system == null || !system.isServing()) {
            then.accept(null);
            return;
        }
        Task task = task(Task.Kind.CATALOG, CatalogView.SYSTEM);
        inTurn(system, task, () -> {
            if (!system.isServing()) {
                then.accept(null);
                end(task);
                return;
            }
            perform(task, CatalogChange.of(local, system, edit, changed -> {
                switchAll();
                then.accept(changed);
                return null;
            }));
        });
    }

    /** Looks at a barrier until it is passed, as long as this process lives. */
    void await(CatalogBarrier barrier, Runnable passed) {
        awaited++;
        int expected = life;
        Task task = new Task(Task.Kind.BARRIER, -1, () -> {
            awaited--;
            if (barrier.isPassed()) {
                passed.run();
            } else {
                awaited++;
                simulation.schedule(
                        BARRIER_PAUSE,
                        () -> run(expected, () -> {
                            awaited--;
                            await(barrier, passed);
                        }));
            }
        });
        perform(task, barrier.look());
    }

    /** Splits a partition, or continues where an owner before has stopped. */
    void split(int number) {
        OwnedPartition partition = local.partition(number);
        if (partition != null && busy.add(-number)) {
            OwnerSplit split = new OwnerSplit(local, partition, new Halves(simulation, number));
            continueSplit(partition, split, 0);
        }
    }

    private void continueSplit(OwnedPartition partition, OwnerSplit split, int phases) {
        if (split.isOver() || phases > 12) {
            busy.remove(-partition.number());
            return;
        }
        Task task = new Task(Task.Kind.SPLIT, partition.number(), () -> continueSplit(partition, split, phases + 1));
        if (split.needsTurn()) {
            inTurn(partition, task, () -> perform(task, split.next()));
        } else {
            perform(task, split.next());
        }
    }

    private void collect() {
        if (!believesToOwn(CatalogView.SYSTEM) || simulation.random().nextInt(4) != 0) {
            return;
        }
        if (simulation.random().nextInt(8) == 0) {
            collectRecords();
        } else {
            collectNext(simulation.random().nextInt(local.catalog().nextPartition()));
        }
    }

    /** The next partition from there on that is not in the map and not dropped yet. */
    private void collectNext(int from) {
        int count = local.catalog().nextPartition();
        for (int i = 0; i < count; i++) {
            int number = (from + i) % count;
            if (isCollectible(number)) {
                collect(number);
                return;
            }
        }
    }

    void collectRecords() {
        List<Integer> all = new ArrayList<>();
        for (int number = 0; number < simulation.store().catalog().nextPartition(); number++) {
            all.add(number);
        }
        once(Task.Kind.RECORDS, () -> RecordCollector.of(all));
    }

    private boolean isCollectible(int partition) {
        PartitionHead head = simulation.store().partition(partition).head;
        boolean done = head != null
                && head.ownership().state() == PartitionHead.State.DROPPED
                && simulation.store().catalog().deletedEntry(partition) == null
                && simulation.store().catalog().allocationOf(partition) == null;
        return !local.catalog().contains(partition) && !done;
    }

    void collect(int partition) {
        once(Task.Kind.COLLECT, () -> PartitionCollector.of(local, partition));
    }

    @Override
    public String toString() {
        return "node " + index;
    }
}
