package org.mayflydb.ownership.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.ownership.CatalogBarrier;
import org.mayflydb.ownership.CatalogChange;
import org.mayflydb.ownership.CatalogEdit;
import org.mayflydb.ownership.CatalogView;
import org.mayflydb.ownership.CatalogView.Mapped;
import org.mayflydb.ownership.HeadLine.Result;
import org.mayflydb.ownership.OwnedPartition;
import org.mayflydb.ownership.StoreStep;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Counters;
import org.mayflydb.partition.PartitionHead.Time;

/** What clients ask for, and how a node serves it. Requests that cannot be served are dropped, as a client would retry. */
final class Clients {
    private final Simulation simulation;
    private long answered;

    Clients(Simulation simulation) {
        this.simulation = simulation;
    }

    /** How many requests were answered. */
    long answered() {
        return answered;
    }

    /** The partition of a key by the catalog that a node knows; -1 if it knows none. */
    int route(@Nullable Mapped container, int key) {
        if (container != null) {
            for (int number : container.partitions()) {
                SimulatedStore.Stored stored = simulation.store().partition(number);
                if (stored.low <= key && key < stored.high) {
                    return number;
                }
            }
        }
        return -1;
    }

    void read(SimulatedNode node, String container, int key) {
        send(node, new Request(simulation, Request.Kind.READ, container, key, 0));
    }

    void query(SimulatedNode node, String container, int key) {
        send(node, new Request(simulation, Request.Kind.QUERY, container, key, 0));
    }

    void write(SimulatedNode node, String container, int key, int ttl) {
        send(node, new Request(simulation, Request.Kind.WRITE, container, key, ttl));
    }

    void purge(SimulatedNode node, String container, int key) {
        send(node, new Request(simulation, Request.Kind.PURGE, container, key, 0));
    }

    void send(SimulatedNode node, Request request) {
        node.run(node.life(), () -> serve(node, request));
    }

    private void serve(SimulatedNode node, Request request) {
        if (!node.isUp()) {
            return;
        }
        Mapped container = node.local().catalog().containers().get(request.container);
        if (container == null) {
            // "No such container" is answered only after reading the catalog from the store.
            Task task = new Task(Task.Kind.READ, -1, () -> {});
            node.perform(task, new StoreStep.ReadCatalog(read -> {
                if (!read.containers().containsKey(request.container)) {
                    simulation.invariants().noContainer(request, request.container);
                }
                return null;
            }));
            return;
        }
        OwnedPartition partition = node.local().partition(route(container, request.key));
        if (partition == null || !partition.isServing() || policyOf(partition) == null) {
            return;
        }
        switch (request.kind) {
            case READ -> read(node, partition, request);
            case QUERY -> query(node, partition, request);
            case PURGE -> purge(node, partition, request);
            default -> write(node, partition, request);
        }
    }

    private static @Nullable Policy policyOf(OwnedPartition partition) {
        Mapped container = partition.inForce().containerOf(partition.number());
        return container == null ? null : (Policy) container.policy();
    }

    private Version version(@Nullable Object stored, Policy policy, int key) {
        return stored == null ? simulation.invariants().generation(policy.generation()).initial[key] : (Version) stored;
    }

    /** Rule 7: time and rule first, then the read, then the check, then the response. */
    private void read(SimulatedNode node, OwnedPartition partition, Request request) {
        long now = partition.now();
        Policy policy = policyOf(partition);
        long ruleVersion = partition.inForce().version();
        Task task = new Task(Task.Kind.READ, partition.number(), () -> {});
        boolean early = partition.isServing();
        node.readItem(task, partition.number(), request.key, found -> {
            boolean valid = simulation.deviation().checksBeforeRead() ? early : partition.isServing();
            if (found != SimulatedNode.UNANSWERED && valid && policy != null) {
                answered++;
                simulation
                        .invariants()
                        .responded(request, List.of(version(found, policy, request.key)), now, policy, ruleVersion);
            }
        });
    }

    /** A query of several store calls. Without a commit meanwhile, they have seen a snapshot. */
    private void query(SimulatedNode node, OwnedPartition partition, Request request) {
        if (partition.line().isUnderWay()) {
            return;
        }
        Policy policy = policyOf(partition);
        if (policy == null) {
            return;
        }
        SimulatedStore.Stored stored = simulation.store().partition(partition.number());
        Query query = new Query(
                node,
                partition,
                request,
                policy,
                new Task(Task.Kind.READ, partition.number(), () -> {}),
                partition.now(),
                partition.inForce().version(),
                partition.line().attempts(),
                partition.isServing(),
                new ArrayList<>());
        readNext(query, stored.low, stored.high);
    }

    private record Query(
            SimulatedNode node,
            OwnedPartition partition,
            Request request,
            Policy policy,
            Task task,
            long now,
            long ruleVersion,
            long attempts,
            boolean early,
            List<Version> versions) {}

    private void readNext(Query query, int key, int end) {
        query.node.readItem(query.task, query.partition.number(), key, found -> {
            if (found == SimulatedNode.UNANSWERED) {
                return;
            }
            query.versions.add(version(found, query.policy, key));
            if (key + 1 < end) {
                readNext(query, key + 1, end);
                return;
            }
            boolean valid = simulation.deviation().checksBeforeRead() ? query.early : query.partition.isServing();
            if (valid && query.partition.line().attempts() == query.attempts) {
                answered++;
                simulation
                        .invariants()
                        .responded(query.request, query.versions, query.now, query.policy, query.ruleVersion);
            }
        });
    }

    private void write(SimulatedNode node, OwnedPartition partition, Request request) {
        Task task = new Task(Task.Kind.WRITE, partition.number(), () -> {});
        node.inTurn(partition, task, () -> {
            if (!partition.isServing()) {
                node.end(task);
            } else if (request.kind == Request.Kind.CREATE) {
                node.readItem(
                        task, partition.number(), request.key, found -> create(node, partition, request, task, found));
            } else {
                commit(node, partition, request, task);
            }
        });
    }

    /** A conflict is a read, so it is checked like one. */
    private void create(
            SimulatedNode node, OwnedPartition partition, Request request, Task task, @Nullable Object found) {
        Policy policy = policyOf(partition);
        if (found == SimulatedNode.UNANSWERED || policy == null || !partition.isServing()) {
            node.end(task);
            return;
        }
        long now = partition.now();
        Version current = version(found, policy, request.key);
        if (!current.absent && current.deadline(policy) > now) {
            simulation
                    .invariants()
                    .responded(
                            request,
                            List.of(current),
                            now,
                            policy,
                            partition.inForce().version());
            node.end(task);
            return;
        }
        commit(node, partition, request, task);
    }

    private void commit(SimulatedNode node, OwnedPartition partition, Request request, Task task) {
        Policy policy = policyOf(partition);
        if (policy == null) {
            node.end(task);
            return;
        }
        long now = partition.now();
        Version version =
                new Version(policy.generation(), request.key, request.kind == Request.Kind.DELETE, now, request.ttl);
        node.perform(task, partition.commit(written(partition.head(), now), new Version[] {version}, result -> {
            if (result == Result.APPLIED) {
                answered++;
                simulation.invariants().writeAcknowledged(request, version);
            } else if (result == Result.NOT_APPLIED || result == Result.LOST) {
                simulation.invariants().writeFailed(version);
            }
            return null;
        }));
    }

    /** The head after a write at that time. */
    private static PartitionHead written(PartitionHead head, long now) {
        Counters counters = head.counters();
        return new PartitionHead(
                head.ownership(),
                new Time(Math.max(head.timeFloor(), now), now, head.time().shift()),
                new Counters(counters.lastLsn() + 1, counters.lastDocument(), counters.items(), counters.bytes()),
                head.purged(),
                head.children(),
                head.collisions(),
                head.cleanStop());
    }

    /** Rule 8: a purge decides in the commit turn, by a time that a second clock confirms. */
    private void purge(SimulatedNode node, OwnedPartition partition, Request request) {
        Task task = new Task(Task.Kind.PURGE, partition.number(), () -> {});
        node.inTurn(partition, task, () -> {
            Policy policy = policyOf(partition);
            if (!partition.isServing() || policy == null) {
                node.end(task);
                return;
            }
            task.ruleVersion = partition.inForce().version();
            task.rule = policy;
            long due = partition.purgeTime();
            node.readItem(task, partition.number(), request.key, found -> {
                if (found == SimulatedNode.UNANSWERED
                        || found == null
                        || ((Version) found).absent
                        || ((Version) found).deadline(policy) > due) {
                    node.end(task);
                    return;
                }
                Version removed = new Version(policy.generation(), request.key, true, 0, 0);
                node.perform(task, partition.commit(partition.head(), new Version[] {removed}, result -> null));
            });
        });
    }

    /** Changes the default TTL of a container, and acknowledges it behind the barrier. */
    void changeTtl(SimulatedNode node, String name, int ttl) {
        change(
                node,
                (current, version) -> {
                    Mapped container = current.containers().get(name);
                    if (container == null || ((Policy) container.policy()).ttl() == ttl) {
                        return current;
                    }
                    Policy policy = (Policy) container.policy();
                    return current.withPolicy(version, container, new Policy(policy.generation(), ttl));
                },
                changed -> CatalogChange.barrier(node.local(), changed),
                false,
                changed -> simulation.invariants().acknowledged(changed.version()));
    }

    /** Moves the clock of the database. */
    void changeShift(SimulatedNode node, long seconds) {
        change(
                node,
                (current, version) -> current.shift() == seconds ? current : current.withShift(version, seconds),
                changed -> CatalogChange.barrier(node.local(), changed),
                false,
                changed -> simulation.invariants().acknowledged(changed.version()));
    }

    private CatalogBarrier barrierOfName(SimulatedNode node, CatalogView changed, String name) {
        if (!simulation.deviation().looksAtMapOnly()) {
            return CatalogChange.barrier(node.local(), changed, name);
        }
        CatalogView map = new CatalogView(
                changed.version(),
                changed.shift(),
                changed.nextPartition(),
                changed.containers(),
                List.of(),
                List.of());
        return CatalogChange.barrier(node.local(), map);
    }

    void create(SimulatedNode node, String name, int partitions, int ttl) {
        int generation = simulation.invariants().newGeneration(name);
        change(
                node,
                (current, version) -> current.containers().containsKey(name)
                        ? current
                        : current.withContainer(version, name, partitions, new Policy(generation, ttl)),
                changed -> barrierOfName(node, changed, name),
                true,
                changed -> {
                    Mapped created = changed.containers().get(name);
                    if (created != null && ((Policy) created.policy()).generation() == generation) {
                        simulation.invariants().createdAcknowledged(generation);
                    }
                });
    }

    void delete(SimulatedNode node, String name) {
        int before = simulation.invariants().generations();
        simulation.invariants().deleteAsked(name);
        change(
                node,
                (current, version) -> {
                    Mapped container = current.containers().get(name);
                    return container == null ? current : current.without(version, container);
                },
                changed -> barrierOfName(node, changed, name),
                true,
                changed -> simulation.invariants().deleteAcknowledged(name, before));
    }

    private void change(
            SimulatedNode node,
            CatalogEdit edit,
            Function<CatalogView, CatalogBarrier> barrier,
            boolean delete,
            Consumer<CatalogView> acknowledged) {
        node.run(node.life(), () -> {
            if (!node.isUp()) {
                return;
            }
            long before = node.local().catalog().version();
            node.changeCatalog(edit, changed -> {
                if (changed == null) {
                    return;
                }
                if (simulation.deviation().skipsBarrier(changed.version() == before, delete)) {
                    acknowledged.accept(changed);
                } else {
                    node.await(barrier.apply(changed), () -> acknowledged.accept(changed));
                }
            });
        });
    }
}
