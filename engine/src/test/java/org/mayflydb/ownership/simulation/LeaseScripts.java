package org.mayflydb.ownership.simulation;

import static org.mayflydb.ownership.simulation.Scenario.CONTAINER;
import static org.mayflydb.ownership.simulation.Scenario.PARTITION;

import java.util.UUID;
import org.mayflydb.ownership.CatalogView;

/** Scripts that find mistakes in leases, acquires and the time of partitions. Each runs clean by the rules. */
final class LeaseScripts {
    /** Longer than it takes until a node is declared dead. */
    private static final int LONG_PAUSE = 15_000;

    private static final long FAR_BEHIND = -30_000;

    private LeaseScripts() {}

    /** A node hangs until it is declared dead and replaced, and continues. */
    static void nodeContinuesAfterDeath(Scenario script) {
        SimulatedNode a = script.start(0);
        SimulatedNode b = script.start(0);
        script.acquire(a, PARTITION);
        a.pause(LONG_PAUSE);
        script.takeOver(script.id(a), b, PARTITION);
        script.run(LONG_PAUSE);
        script.queryAcrossWrites(a, b);
    }

    /** A node hangs while its renewal is acknowledged, and cannot renew again. */
    static void acknowledgementIsReadLate(Scenario script) {
        SimulatedNode a = script.start(0);
        SimulatedNode b = script.start(0);
        script.acquire(a, PARTITION);
        UUID id = script.id(a);
        a.manual = true;
        script.run(600);
        a.renew();
        script.run(3);
        a.membershipCutUntil = Long.MAX_VALUE;
        a.pause(9_000);
        script.takeOver(id, b, PARTITION);
        script.queryAcrossWrites(a, b);
    }

    /** Renewals are lost on their way. */
    static void renewalsGetLost(Scenario script) {
        SimulatedNode a = script.start(0);
        SimulatedNode b = script.start(0);
        script.acquire(a, PARTITION);
        UUID id = script.id(a);
        for (int i = 0; i < 30; i++) {
            script.next(a, Task.Kind.RENEWAL, Scenario::isCommit, Network.LOST, Network.LOST);
        }
        script.untilDead(id);
        a.membershipCutUntil = Long.MAX_VALUE;
        script.acquire(b, PARTITION);
        script.queryAcrossWrites(a, b);
    }

    /** A node whose clock is far ahead takes the lease of another for expired. */
    static void otherNodeLooksLate(Scenario script) {
        SimulatedNode a = script.start(0);
        SimulatedNode b = script.start(60_000);
        script.acquire(a, PARTITION);
        script.acquire(b, PARTITION);
        script.queryAcrossWrites(a, b);
    }

    /** A node cannot renew, and is watched for less than a lease and its margin. */
    static void nodeIsWatchedTooShort(Scenario script) {
        SimulatedNode a = script.start(0);
        SimulatedNode b = script.start(0);
        script.acquire(a, PARTITION);
        a.manual = true;
        b.manual = true;
        a.renew();
        script.run(10);
        b.poll();
        b.renew();
        script.run(10);
        a.membershipCutUntil = Long.MAX_VALUE;
        script.run(6_100);
        b.poll();
        script.run(10);
        script.acquire(b, PARTITION);
        script.queryAcrossWrites(a, b);
    }

    /** A node renews while another is about to declare it dead. */
    static void nodeRenewsBeforeItIsDeclaredDead(Scenario script) {
        SimulatedNode a = script.start(0);
        SimulatedNode b = script.start(0);
        script.acquire(a, PARTITION);
        a.manual = true;
        b.manual = true;
        a.renew();
        script.run(10);
        b.poll();
        script.run(10_100);
        script.next(b, Task.Kind.POLL, Scenario::isCommit, 200, 1);
        b.poll();
        b.renew();
        script.run(20);
        a.renew();
        script.run(300);
        script.acquire(b, PARTITION);
        script.queryAcrossWrites(a, b);
    }

    /** An item is reported as expired; then a node whose clock is behind replaces the owner, which has crashed. */
    static void slowerClockTakesOver(Scenario script) {
        SimulatedNode a = reportExpired(script);
        UUID id = script.id(a);
        a.crash();
        SimulatedNode b = script.start(FAR_BEHIND);
        script.takeOver(id, b, PARTITION);
        script.read(b, 0);
    }

    /** As before, and records of dead nodes are collected in between. */
    static void recordIsCollectedBeforeTakeOver(Scenario script) {
        SimulatedNode a = reportExpired(script);
        UUID id = script.id(a);
        a.crash();
        script.run(100);
        a.start();
        SimulatedNode b = script.start(FAR_BEHIND);
        script.untilDead(id);
        b.collectRecords();
        script.run(100);
        script.acquire(b, PARTITION);
        script.read(b, 0);
    }

    /** As before, and the clock of the owner is set back before it crashes. */
    static void clockIsSetBackBeforeTakeOver(Scenario script) {
        SimulatedNode a = reportExpired(script);
        UUID id = script.id(a);
        a.clocks().step(FAR_BEHIND);
        script.run(5_000);
        a.crash();
        SimulatedNode b = script.start(FAR_BEHIND);
        script.takeOver(id, b, PARTITION);
        script.read(b, 0);
    }

    /** An item is reported as expired; then its partition is released to a node whose clock is behind. */
    static void partitionIsReleasedToASlowerClock(Scenario script) {
        SimulatedNode a = reportExpired(script);
        releaseAll(script, a);
        SimulatedNode b = script.start(FAR_BEHIND);
        script.acquire(b, PARTITION);
        script.read(b, 0);
    }

    /** The clock of a node is far ahead of that of the other one, which replaces it. */
    static void clockRunsAheadOfTheLease(Scenario script) {
        SimulatedNode b = script.start(FAR_BEHIND);
        SimulatedNode a = script.start(0);
        script.run(3_000);
        script.acquire(a, PARTITION);
        script.write(a, 0, 5);
        script.run(6_000);
        script.read(a, 0);
        UUID id = script.id(a);
        a.crash();
        script.takeOver(id, b, PARTITION);
        script.read(b, 0);
    }

    private static SimulatedNode reportExpired(Scenario script) {
        SimulatedNode a = script.start(0);
        script.acquire(a, PARTITION);
        script.write(a, 0, 5);
        script.run(6_000);
        script.read(a, 0);
        return a;
    }

    static void releaseAll(Scenario script, SimulatedNode node) {
        node.local().partitions().stream().toList().forEach(node::release);
        script.run(10);
    }

    /** A write arrives long after its caller gave up. */
    static void writeArrivesLate(Scenario script) {
        SimulatedNode a = script.start(0);
        script.acquire(a, PARTITION);
        script.next(a, Task.Kind.WRITE, Scenario::isCommit, 5_000, 1);
        script.write(a, 0, 0);
        script.run(10_000);
        script.read(a, 0);
    }

    /** A change of the catalog is lost, the commit that fences it is applied, and the next fence finds its head. */
    static void fenceLooksLikeTheCommitItFences(Scenario script) {
        SimulatedNode a = script.start(0);
        script.acquire(a, CatalogView.SYSTEM);
        script.acquire(a, PARTITION);
        script.next(a, Task.Kind.CATALOG, Scenario::isCommit, Network.LOST, Network.LOST);
        script.next(a, Task.Kind.CATALOG, Scenario::isCommit, 1, Network.LOST);
        script.clients.changeTtl(a, CONTAINER, 10);
        script.run(15_000);
        releaseAll(script, a);
        SimulatedNode b = script.start(0);
        script.acquire(b, PARTITION);
        script.read(b, 0);
    }

    /** A purge arrives after another node has acquired the partition and written the item anew. */
    static void purgeArrivesLate(Scenario script) {
        SimulatedNode a = script.start(0);
        SimulatedNode b = script.start(0);
        script.acquire(a, PARTITION);
        script.write(a, 0, 2);
        script.run(5_000);
        script.next(a, Task.Kind.PURGE, Scenario::isCommit, 30_000, 1);
        script.clients.purge(a, CONTAINER, 0);
        script.run(10);
        UUID id = script.id(a);
        a.crash();
        script.takeOver(id, b, PARTITION);
        script.write(b, 0, 0);
        script.run(30_000);
        script.read(b, 0);
    }

    /** A node hangs in the middle of a query of several store calls, and another node writes. */
    static void queryIsInterrupted(Scenario script) {
        SimulatedNode a = script.start(0);
        SimulatedNode b = script.start(0);
        script.acquire(a, PARTITION);
        script.clients.query(a, CONTAINER, 0);
        script.run(5);
        a.pause(LONG_PAUSE);
        script.takeOver(script.id(a), b, PARTITION);
        script.writeFirstAndLast(b);
        script.run(LONG_PAUSE);
    }

    /** A node has not yet seen the record of the owner in a poll. */
    static void ownerIsNewerThanTheLastPoll(Scenario script) {
        SimulatedNode b = script.start(0);
        b.manual = true;
        SimulatedNode a = script.start(0);
        script.acquire(a, PARTITION);
        script.acquire(b, PARTITION);
        script.queryAcrossWrites(a, b);
    }

    /** A node hangs after its acquire was applied, is declared dead, and registers anew before it continues the acquire. */
    static void acquireContinuesAfterANewRegistration(Scenario script) {
        SimulatedNode a = script.start(0);
        SimulatedNode b = script.start(0);
        UUID id = script.id(a);
        script.next(a, Task.Kind.ACQUIRE, Scenario::readsCatalog, 1_000, 1);
        a.acquire(PARTITION);
        script.run(3);
        a.pause(LONG_PAUSE);
        script.untilDead(id);
        script.run(LONG_PAUSE);
        script.acquire(b, PARTITION);
        script.queryAcrossWrites(a, b);
    }

    /** The clock of a node jumps ahead by half an hour while no other node runs. */
    static void clockJumpsAhead(Scenario script) {
        SimulatedNode a = script.start(0);
        SimulatedNode b = script.start(0);
        script.acquire(a, PARTITION);
        script.write(a, 0, 1_000);
        b.crash();
        script.run(12_000);
        a.clocks().step(2_000_000);
        script.run(5_000);
        script.clients.purge(a, CONTAINER, 0);
        script.run(100);
    }

    /** A node with a slow clock has drained when all others crash. */
    static void othersCrashWhileANodeIsDrained(Scenario script) {
        SimulatedNode slow = script.start(-10_000);
        slow.active = true;
        SimulatedNode b = script.start(0);
        SimulatedNode c = script.start(0);
        script.until(() -> slow.local().id() == null);
        b.crash();
        c.crash();
        script.run(60_000);
        script.simulation.checkEnd();
    }
}
