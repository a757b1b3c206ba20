package org.mayflydb.ownership.simulation;

import static org.mayflydb.ownership.simulation.Scenario.CONTAINER;
import static org.mayflydb.ownership.simulation.Scenario.PARTITION;

import java.util.UUID;
import org.mayflydb.ownership.CatalogView;
import org.mayflydb.partition.PartitionHead.State;

/** Scripts that find mistakes in changes of the catalog, splits and the collection of partitions. */
final class CatalogScripts {
    private static final int LOWER_CHILD = 2;

    private CatalogScripts() {}

    private static SimulatedNode systemOwner(Scenario script) {
        SimulatedNode node = script.start(0);
        script.acquire(node, CatalogView.SYSTEM);
        return node;
    }

    /** An owner that does nothing by itself, so it learns of no change. */
    private static SimulatedNode idleOwner(Scenario script) {
        SimulatedNode node = script.start(0);
        script.acquire(node, PARTITION);
        node.manual = true;
        return node;
    }

    /** A change of the catalog arrives after another node has made one. */
    static void catalogChangeArrivesLate(Scenario script) {
        SimulatedNode a = systemOwner(script);
        SimulatedNode b = script.start(0);
        script.next(a, Task.Kind.CATALOG, Scenario::isCommit, 30_000, 1);
        script.clients.changeTtl(a, CONTAINER, 10);
        script.run(10);
        UUID id = script.id(a);
        a.crash();
        script.takeOver(id, b, CatalogView.SYSTEM);
        script.clients.create(b, "c1", 1, 0);
        script.run(40_000);
    }

    /** A write and its fences are lost, so the partition is acquired again; then the rule changes. */
    static void ruleChangesAfterADoubt(Scenario script) {
        SimulatedNode a = systemOwner(script);
        script.acquire(a, PARTITION);
        for (int i = 0; i < 5; i++) {
            script.next(a, Task.Kind.WRITE, Scenario::isCommit, Network.LOST, Network.LOST);
        }
        script.write(a, 0, 0);
        script.until(() -> !a.local().doubts().isEmpty());
        script.acquire(a, PARTITION);
        script.clients.changeTtl(a, CONTAINER, 10);
        script.run(20_000);
        script.simulation.checkEnd();
    }

    /** An owner crashes after the children of its partition were numbered; nobody needs them any more. */
    static void ownerCrashesBeforeItNamesTheChildren(Scenario script) {
        SimulatedNode a = systemOwner(script);
        SimulatedNode b = script.start(0);
        script.acquire(a, PARTITION);
        a.split(PARTITION);
        script.until(() -> !script.catalog().allocations().isEmpty());
        UUID id = script.id(a);
        a.crash();
        b.active = true;
        script.untilDead(id);
        script.run(30_000);
        script.simulation.checkEnd();
    }

    /** A change is acknowledged while a partition without owner is being acquired. */
    static void ruleChangesDuringAnAcquire(Scenario script) {
        SimulatedNode a = systemOwner(script);
        SimulatedNode b = script.start(0);
        b.manual = true;
        script.next(b, Task.Kind.ACQUIRE, Scenario::isCommit, 1_500, 1);
        b.acquire(PARTITION);
        script.run(10);
        script.clients.changeTtl(a, CONTAINER, 10);
        a.pollCatalog();
        script.run(100);
        a.renew();
        script.run(2_000);
        script.read(b, 0);
    }

    /** The owner of a partition does not learn of a change. */
    static void ownerMissesAChange(Scenario script) {
        SimulatedNode a = systemOwner(script);
        SimulatedNode b = idleOwner(script);
        script.clients.changeTtl(a, CONTAINER, 10);
        script.run(4_000);
        script.read(b, 0);
    }

    /** A client repeats a change that the owner of a partition has not learned of. */
    static void changeIsRepeated(Scenario script) {
        SimulatedNode a = systemOwner(script);
        SimulatedNode b = idleOwner(script);
        script.clients.changeTtl(a, CONTAINER, 10);
        script.run(2_000);
        script.clients.changeTtl(a, CONTAINER, 10);
        script.run(2_000);
        script.read(b, 0);
    }

    /** The rule changes between the decision of a purge and its commit. */
    static void ruleChangesDuringAPurge(Scenario script) {
        SimulatedNode a = purgingOwner(script);
        script.clients.changeTtl(a, CONTAINER, Policy.OFF);
        finishPurge(script, a);
    }

    /** The clock of the database moves between the decision of a purge and its commit. */
    static void shiftChangesDuringAPurge(Scenario script) {
        SimulatedNode a = purgingOwner(script);
        script.clients.changeShift(a, -100);
        finishPurge(script, a);
    }

    private static SimulatedNode purgingOwner(Scenario script) {
        SimulatedNode a = systemOwner(script);
        script.acquire(a, PARTITION);
        script.start(0);
        script.write(a, 0, 2);
        script.run(6_000);
        script.next(a, Task.Kind.PURGE, Scenario::isRead, 1_900, 1);
        script.clients.purge(a, CONTAINER, 0);
        script.run(10);
        return a;
    }

    private static void finishPurge(Scenario script, SimulatedNode owner) {
        script.run(50);
        owner.renew();
        script.run(3_000);
    }

    /** A container is deleted whose owner has not learned of it. */
    static void ownerMissesADelete(Scenario script) {
        SimulatedNode a = systemOwner(script);
        SimulatedNode b = idleOwner(script);
        script.clients.delete(a, CONTAINER);
        script.run(2_000);
        script.read(b, 0);
    }

    /** A client repeats the delete of a container whose owner has not learned of it. */
    static void deleteIsRepeated(Scenario script) {
        SimulatedNode a = systemOwner(script);
        SimulatedNode b = idleOwner(script);
        script.clients.delete(a, CONTAINER);
        script.run(2_000);
        script.clients.delete(a, CONTAINER);
        script.run(2_000);
        script.read(b, 0);
    }

    /** The partition of a deleted container is collected while its owner still serves it. */
    static void deletedPartitionIsStillServed(Scenario script) {
        SimulatedNode a = systemOwner(script);
        SimulatedNode b = idleOwner(script);
        script.write(b, 0, 0);
        script.clients.delete(a, CONTAINER);
        script.run(100);
        a.collect(PARTITION);
        script.run(100);
        script.read(b, 0);
    }

    /** A node that has not learned of a delete acquires a partition that never had a head. */
    static void deletedPartitionIsAcquiredForTheFirstTime(Scenario script) {
        SimulatedNode a = systemOwner(script);
        script.clients.create(a, "c1", 1, 0);
        script.run(100);
        SimulatedNode b = script.start(0);
        b.manual = true;
        script.clients.delete(a, "c1");
        script.run(1_000);
        a.collect(LOWER_CHILD);
        script.run(1_000);
        script.acquire(b, LOWER_CHILD);
        script.simulation.checkCollected();
    }

    /** The clock of the database is moved ahead and back, and the partition then changes its owner. */
    static void shiftIsTakenBack(Scenario script) {
        SimulatedNode a = systemOwner(script);
        script.acquire(a, PARTITION);
        script.write(a, 0, 50);
        script.clients.changeShift(a, 100);
        script.run(5_000);
        script.read(a, 0);
        script.clients.changeShift(a, 0);
        script.run(5_000);
        takeOverByAnother(script, a);
    }

    /** A read is served while the clock of the database is being moved back. */
    static void itemExpiresWhileTheShiftChanges(Scenario script) {
        SimulatedNode a = systemOwner(script);
        script.acquire(a, PARTITION);
        script.clients.changeShift(a, 100);
        script.run(5_000);
        script.write(a, 0, 5);
        script.run(3_500);
        script.next(a, Task.Kind.SWITCH, call -> call.isCommit() && call.partition == PARTITION, 1_990, 1);
        script.clients.changeShift(a, 0);
        script.run(1_900);
        script.read(a, 0);
        script.run(1_000);
        takeOverByAnother(script, a);
    }

    private static void takeOverByAnother(Scenario script, SimulatedNode owner) {
        UUID id = script.id(owner);
        owner.crash();
        SimulatedNode b = script.start(0);
        script.takeOver(id, b, PARTITION);
        script.read(b, 0);
    }

    private static boolean areComplete(Scenario script) {
        return script.stateOf(LOWER_CHILD) == State.ACTIVE && script.stateOf(LOWER_CHILD + 1) == State.ACTIVE;
    }

    /** A node hangs before it switches the catalog to the children, and another one acquires the parent. */
    static void parentIsAcquiredBeforeTheSwitch(Scenario script) {
        SimulatedNode b = systemOwner(script);
        SimulatedNode a = script.start(0);
        script.acquire(a, PARTITION);
        script.write(a, 0, 0);
        a.split(PARTITION);
        script.until(() -> areComplete(script));
        a.pause(15_000);
        script.takeOver(script.id(a), b, PARTITION);
        script.write(b, 0, 0);
        script.run(15_000);
    }

    /** An item is written while its partition is copied. */
    static void itemIsWrittenDuringTheCopy(Scenario script) {
        SimulatedNode a = systemOwner(script);
        script.acquire(a, PARTITION);
        for (int key = 0; key < SimulatedStore.KEYS; key++) {
            script.write(a, key, 0);
        }
        a.split(PARTITION);
        script.until(() -> script.simulation.store().partition(LOWER_CHILD).items[0] != null);
        script.write(a, 0, 0);
        script.run(1_000);
    }

    /** A commit of the copy arrives after another owner has finished the split. */
    static void copyArrivesLate(Scenario script) {
        SimulatedNode b = systemOwner(script);
        SimulatedNode a = script.start(0);
        script.acquire(a, PARTITION);
        script.write(a, 0, 0);
        script.next(
                a,
                Task.Kind.SPLIT,
                call -> call.isCommit() && script.simulation.store().partition(LOWER_CHILD + 1).head != null,
                30_000,
                1);
        a.split(PARTITION);
        script.run(100);
        UUID id = script.id(a);
        a.crash();
        script.takeOver(id, b, PARTITION);
        b.split(PARTITION);
        script.run(1_000);
        b.pollCatalog();
        script.acquire(b, LOWER_CHILD);
        script.write(b, 0, 0);
        script.run(30_000);
        script.read(b, 0);
    }

    /** A container is deleted while one of its partitions is about to be replaced by its children. */
    static void containerIsDeletedBeforeTheSwitch(Scenario script) {
        SimulatedNode b = systemOwner(script);
        SimulatedNode a = script.start(0);
        script.acquire(a, PARTITION);
        script.write(a, 0, 0);
        a.split(PARTITION);
        script.until(() -> areComplete(script));
        a.pause(1_000);
        script.clients.delete(b, CONTAINER);
        script.run(3_000);
    }

    /** A child that is to be collected by what the catalog said has become a parent itself. */
    static void childBecomesAParent(Scenario script) {
        SimulatedNode a = systemOwner(script);
        script.acquire(a, PARTITION);
        SimulatedNode b = script.start(0);
        b.manual = true;
        a.split(PARTITION);
        script.until(() -> !script.catalog().allocations().isEmpty());
        script.next(b, Task.Kind.COLLECT, Scenario::readsHead, 1_500, 1);
        b.collect(LOWER_CHILD);
        script.until(() -> script.catalog().contains(LOWER_CHILD));
        a.pollCatalog();
        script.run(10);
        script.acquire(a, LOWER_CHILD);
        a.split(LOWER_CHILD);
        script.until(() -> script.stateOf(LOWER_CHILD) == State.SPLITTING);
        a.pause(5_000);
        script.run(3_000);
    }
}
