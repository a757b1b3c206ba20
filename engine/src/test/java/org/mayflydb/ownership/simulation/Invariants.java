package org.mayflydb.ownership.simulation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.ownership.CatalogView;
import org.mayflydb.ownership.StoreStep;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.partition.PartitionHead.State;

/** What must hold at every event, judged with the knowledge of everything that happens. Times are event numbers. */
final class Invariants {
    /** The invariants by their numbers in {@code docs/OWNERSHIP.md}. */
    enum Invariant {
        I1_OLD_OWNER,
        I2_LOST,
        I3_EXPIRED_AGAIN,
        I4_LINEARIZABLE,
        I5_OLD_RULE,
        I6_ORDER,
        I7_SPLIT,
        I8_SERVED,
        I9_DELETED,
        I10_CREATED,
        I11_COLLECTED
    }

    /** A container from its creation to its deletion. */
    static final class Generation {
        final String name;
        final Version[] initial = new Version[SimulatedStore.KEYS];
        final Version[] current = new Version[SimulatedStore.KEYS];
        long created = Version.NOT_YET;
        long deleteAsked = Version.NOT_YET;
        long deleted = Version.NOT_YET;

        Generation(String name, int number) {
            this.name = name;
            for (int key = 0; key < initial.length; key++) {
                initial[key] = new Version(number, key, true, 0, 0);
                initial[key].appliedAt = 0;
                current[key] = initial[key];
            }
        }
    }

    private static final long CLOCK_TOLERANCE_SECONDS = 2;

    private final Simulation simulation;
    private final Map<Invariant, Integer> counts = new EnumMap<>(Invariant.class);
    private final List<String> messages = new ArrayList<>();
    private final List<Generation> generations = new ArrayList<>();
    private final Map<Integer, Integer> generationOf = new HashMap<>();

    /** The newest version of the catalog whose barrier was passed. */
    private long acknowledgedVersion;

    Invariants(Simulation simulation) {
        this.simulation = simulation;
    }

    Map<Invariant, Integer> counts() {
        return counts;
    }

    List<String> messages() {
        return messages;
    }

    long acknowledgedVersion() {
        return acknowledgedVersion;
    }

    void violated(Invariant invariant, String what) {
        counts.merge(invariant, 1, Integer::sum);
        if (messages.size() < 20) {
            messages.add(invariant + " at " + simulation.time() + " ms, event " + simulation.events() + ": " + what);
        }
    }

    int newGeneration(String name) {
        generations.add(new Generation(name, generations.size()));
        return generations.size() - 1;
    }

    Generation generation(int number) {
        return generations.get(number);
    }

    /** A change of policy or shift was acknowledged. */
    void acknowledged(long version) {
        acknowledgedVersion = Math.max(acknowledgedVersion, version);
    }

    void createdAcknowledged(int generation) {
        Generation container = generations.get(generation);
        container.created = Math.min(container.created, simulation.events());
    }

    void deleteAsked(String name) {
        for (Generation container : generations) {
            if (container.name.equals(name)) {
                container.deleteAsked = Math.min(container.deleteAsked, simulation.events());
            }
        }
    }

    /** A delete of this name was acknowledged that had begun when these generations existed. */
    void deleteAcknowledged(String name, int generationsBefore) {
        for (int i = 0; i < generationsBefore; i++) {
            Generation container = generations.get(i);
            if (container.name.equals(name)) {
                container.deleted = Math.min(container.deleted, simulation.events());
            }
        }
    }

    int generations() {
        return generations.size();
    }

    /** Before a commit is applied. */
    void commits(Call call, SimulatedStore.Stored partition, StoreStep.WriteHead write) {
        PartitionHead stored = partition.head;
        PartitionHead next = write.next();
        Task.Kind kind = call.task.kind;
        if (stored == null) {
            return;
        }
        boolean ordinary = kind == Task.Kind.WRITE
                || kind == Task.Kind.PURGE
                || kind == Task.Kind.SWITCH
                || kind == Task.Kind.CATALOG
                || (kind == Task.Kind.SPLIT && !write.wipes());
        PartitionHead expected = write.expected();
        if (ordinary && expected != null && !isSameOwner(stored.ownership(), expected.ownership())) {
            violated(
                    kind == Task.Kind.SPLIT ? Invariant.I7_SPLIT : Invariant.I1_OLD_OWNER,
                    kind + " of " + call.node + " on partition " + partition.number + " over " + stored.ownership());
        }
        if (next.time().newest() < stored.time().newest()
                || next.lastLsn() < stored.lastLsn()
                || next.epoch() < stored.epoch()) {
            violated(Invariant.I6_ORDER, stored + " before " + next);
        }
        State state = stored.ownership().state();
        boolean writes = kind == Task.Kind.WRITE || kind == Task.Kind.PURGE;
        if (writes && write.changes() != null && (state == State.FENCED || state == State.DROPPED)) {
            violated(Invariant.I7_SPLIT, kind + " on partition " + partition.number + " that is " + state);
        }
        if (state == State.DROPPED && next.ownership().state() != State.DROPPED) {
            violated(Invariant.I11_COLLECTED, "partition " + partition.number + " is no longer dropped");
        }
        if (next.ownership().state() == State.DROPPED
                && simulation.store().catalog().contains(partition.number)) {
            violated(Invariant.I11_COLLECTED, "partition " + partition.number + " is dropped, but in the map");
        }
        if (kind == Task.Kind.PURGE && write.changes() != null && call.task.ruleVersion < acknowledgedVersion) {
            violated(
                    Invariant.I5_OLD_RULE,
                    "purge by version " + call.task.ruleVersion + " after " + acknowledgedVersion);
        }
    }

    private static boolean isSameOwner(Ownership one, Ownership other) {
        return one.owner().equals(other.owner()) && one.nonce() == other.nonce();
    }

    /** After items were changed. */
    void committed(Call call, SimulatedStore.Stored partition, Version[] versions) {
        boolean purge = call.task.kind == Task.Kind.PURGE;
        if (!purge && call.task.kind != Task.Kind.WRITE) {
            return;
        }
        for (Version version : versions) {
            Generation container = generations.get(version.generation);
            if (container.deleted < simulation.events()) {
                violated(Invariant.I9_DELETED, "a write to " + container.name + " after its delete was acknowledged");
            }
            if (version.toldFailed) {
                violated(Invariant.I4_LINEARIZABLE, "a write that was reported as failed is applied");
            }
            Version before = container.current[version.key];
            if (purge && !before.absent) {
                checkPurge(call, partition, before);
            }
            before.replacedAt = simulation.events();
            version.appliedAt = simulation.events();
            container.current[version.key] = version;
        }
    }

    private void checkPurge(Call call, SimulatedStore.Stored partition, Version purged) {
        CatalogView.Mapped container = simulation.store().catalog().containerOf(partition.number);
        if (container == null || !simulation.hasRightClocks()) {
            return;
        }
        PartitionHead head = partition.head;
        long shift = head == null ? 0 : head.time().shift();
        long latest = simulation.trueWall() / 1000 + shift + CLOCK_TOLERANCE_SECONDS;
        long deadline = call.task.purgeDeadline(purged);
        if (deadline > latest) {
            violated(
                    Invariant.I2_LOST,
                    call.node + " purged an item " + (deadline - latest) + " s early from partition "
                            + partition.number);
        }
    }

    /** A write was reported as successful. */
    void writeAcknowledged(Request request, Version version) {
        if (version.appliedAt == Version.NOT_YET) {
            violated(Invariant.I2_LOST, "an acknowledged write to key " + version.key + " was never applied");
        }
        checkContainer(request, version.generation);
    }

    /** A write was reported as failed. */
    void writeFailed(Version version) {
        version.toldFailed = true;
        if (version.appliedAt != Version.NOT_YET) {
            violated(Invariant.I4_LINEARIZABLE, "a write that was applied is reported as failed");
        }
    }

    /** A response that depends on the versions that were read, at a time and by a rule. */
    void responded(Request request, List<Version> versions, long now, Policy policy, long ruleVersion) {
        long latestApplied = request.begun;
        long earliestReplaced = simulation.events();
        for (Version version : versions) {
            latestApplied = Math.max(latestApplied, version.appliedAt);
            earliestReplaced = Math.min(earliestReplaced, version.replacedAt);
        }
        if (latestApplied > earliestReplaced) {
            violated(
                    Invariant.I4_LINEARIZABLE,
                    request + " saw versions that never were current together: applied at " + latestApplied
                            + ", replaced at " + earliestReplaced);
        }
        if (ruleVersion < request.acknowledgedVersion) {
            violated(
                    Invariant.I5_OLD_RULE,
                    request + " by version " + ruleVersion + " after " + request.acknowledgedVersion);
        }
        checkContainer(request, policy.generation());
        for (Version version : versions) {
            checkExpiry(request, version, version.deadline(policy), now);
        }
    }

    private void checkExpiry(Request request, Version version, long deadline, long now) {
        if (version.absent) {
            return;
        }
        if (deadline <= now) {
            if (version.expiredAt == Version.NOT_YET) {
                version.expiredAt = simulation.events();
                version.expiredDeadline = deadline;
            }
        } else if (version.expiredAt < request.begun && deadline <= version.expiredDeadline) {
            violated(
                    Invariant.I3_EXPIRED_AGAIN,
                    request + " shows an item at " + now + " that expired at " + version.expiredDeadline
                            + " and was reported so in event " + version.expiredAt);
        }
    }

    private void checkContainer(Request request, int generation) {
        Generation container = generations.get(generation);
        if (container.deleted < request.begun) {
            violated(Invariant.I9_DELETED, request + " was answered from a deleted container " + container.name);
        }
    }

    /** A request was answered with "no such container". */
    void noContainer(Request request, String name) {
        for (Generation container : generations) {
            if (container.name.equals(name)
                    && container.created < request.begun
                    && container.deleteAsked == Version.NOT_YET) {
                violated(Invariant.I10_CREATED, "an acknowledged container " + name + " is not found");
            }
        }
    }

    /** After a commit has changed the catalog. */
    void catalogChanged(CatalogView before, CatalogView after) {
        for (CatalogView.Mapped container : before.containers().values()) {
            CatalogView.Mapped kept = after.containers().get(container.name());
            boolean gone =
                    kept == null || ((Policy) kept.policy()).generation() != ((Policy) container.policy()).generation();
            if (gone && after.deletedEntry(container.partitions().get(0)) == null) {
                violated(Invariant.I10_CREATED, "container " + container.name() + " is lost");
            }
        }
        for (CatalogView.Mapped container : after.containers().values()) {
            int generation = ((Policy) container.policy()).generation();
            for (int number : container.partitions()) {
                Integer known = generationOf.putIfAbsent(number, generation);
                if (known != null && known != generation) {
                    violated(Invariant.I10_CREATED, "partition " + number + " belongs to two containers");
                }
                if (!before.contains(number)) {
                    checkNewPartition(before, after, generation, number);
                }
            }
        }
        for (CatalogView.Numbered allocation : after.allocations()) {
            CatalogView.Mapped parent = before.containerOf(allocation.parent());
            if (parent != null) {
                int generation = ((Policy) parent.policy()).generation();
                for (int child : allocation.children()) {
                    Integer known = generationOf.putIfAbsent(child, generation);
                    if (known != null && known != generation) {
                        violated(Invariant.I10_CREATED, "partition " + child + " belongs to two containers");
                    }
                }
            }
        }
    }

    /** The initial containers. */
    void start(CatalogView catalog) {
        catalogChanged(CatalogView.FIRST, catalog);
    }

    private void checkNewPartition(CatalogView before, CatalogView after, int generation, int number) {
        SimulatedStore.@Nullable Stored partition = simulation.storedOrNull(number);
        if (before.deletedEntry(number) != null || after.deletedEntry(number) != null) {
            violated(Invariant.I11_COLLECTED, "partition " + number + " of a deleted container is in the map");
        }
        if (partition == null || number >= before.nextPartition()) {
            return;
        }
        PartitionHead head = partition.head;
        if (head == null || head.ownership().state() != State.ACTIVE) {
            violated(Invariant.I7_SPLIT, "partition " + number + " is in the map, but not active");
        }
        Generation container = generations.get(generation);
        for (int key = partition.low; key < partition.high; key++) {
            Version copied = partition.items[key] == null ? container.initial[key] : partition.items[key];
            if (copied != container.current[key]) {
                violated(Invariant.I7_SPLIT, "a split lost a change of key " + key);
            }
        }
    }
}
