package org.mayflydb.ownership.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.membership.NodeRecord;
import org.mayflydb.ownership.CatalogView;
import org.mayflydb.ownership.LeaseTimes;
import org.mayflydb.ownership.LocalNode;
import org.mayflydb.ownership.OwnedPartition;
import org.mayflydb.ownership.Rules;
import org.mayflydb.ownership.StoreStep;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.partition.PartitionHead.State;
import org.mayflydb.storage.CommitOutcome;

/** Mistakes that the simulation must find, each a deviation from one rule. */
enum PlantedBug {
    RENEWAL_AFTER_DEATH(times -> new Rules(times) {
        @Override
        public boolean isLost(@Nullable NodeRecord mine) {
            return mine == null;
        }
    }),
    LEASE_COUNTED_FROM_THE_REPLY(times -> new Rules(times) {
        @Override
        public long leaseStart(long beforeReads, long acknowledged) {
            return acknowledged;
        }
    }),
    UNACKNOWLEDGED_RENEWAL_COUNTED(times -> new Rules(times) {
        @Override
        public boolean countsAsRenewed(CommitOutcome outcome) {
            return outcome != CommitOutcome.CONDITION_FAILED;
        }
    }),
    ACQUIRE_FROM_A_NODE_THAT_LOOKS_LATE(() -> new Deviation() {
        @Override
        @Nullable
        Object replies(Call call, @Nullable Object reply) {
            return call.task.kind == Task.Kind.ACQUIRE
                            && reply instanceof NodeRecord owner
                            && owner.validUntil() < call.node.clocks().wall()
                    ? dead(owner)
                    : reply;
        }
    }),
    SHORT_WATCH(times -> new Rules(times) {
        @Override
        public boolean mayDeclareDead(NodeRecord record, long unchangedFor) {
            return record.alive() && unchangedFor >= times().lease() - 3 * times().margin();
        }
    }),
    UNCONDITIONAL_DECLARE_DEAD(() -> new Deviation() {
        @Override
        boolean ignoresCondition(Call call) {
            return call.task.kind == Task.Kind.POLL;
        }
    }),
    FLOOR_OMITTED(times -> new Rules(times) {
        @Override
        public long acquireFloor(PartitionHead head, @Nullable NodeRecord before, boolean fromMe, long highWater) {
            return Math.max(head.timeFloor(), head.time().newest());
        }
    }),
    FLOOR_LOST_WITH_ITS_RECORD(() -> new Deviation() {
        @Override
        @Nullable
        Object replies(Call call, @Nullable Object reply) {
            return call.task.kind == Task.Kind.RECORDS && reply instanceof PartitionHead ? null : reply;
        }
    }),
    VALID_UNTIL_FALLING(times -> new Rules(times) {
        @Override
        public long validUntil(long before, long wall, long peerLow) {
            return super.validUntil(0, wall, peerLow);
        }
    }),
    RELEASE_WITHOUT_FLOOR(times -> new Rules(times) {
        @Override
        public long releaseFloor(PartitionHead head, long highWater, long wall, long validUntil) {
            return head.timeFloor();
        }
    }),
    NOW_BEYOND_THE_LEASE(times -> new Rules(times) {
        @Override
        public long servedWall(long wall, long validUntil, long peerLow) {
            return wall;
        }
    }),
    NO_FENCE_AFTER_UNKNOWN(() -> new Deviation() {
        @Override
        @Nullable
        Object replies(Call call, @Nullable Object reply) {
            return reply == SimulatedNode.UNANSWERED && isWrite(call.task, call.step)
                    ? CommitOutcome.CONDITION_FAILED
                    : reply;
        }
    }),
    UNKNOWN_SETTLED_BY_ONE_READ(() -> new Deviation() {
        @Override
        @Nullable
        StoreStep sends(SimulatedNode node, Task task, StoreStep step) {
            return task.kind == Task.Kind.WRITE && step instanceof StoreStep.WriteHead fence && fence.changes() == null
                    ? Steps.readHead(
                            fence.partition(),
                            head -> fence.then()
                                    .apply(
                                            head != null && head.equals(fence.expected())
                                                    ? CommitOutcome.APPLIED
                                                    : CommitOutcome.CONDITION_FAILED))
                    : step;
        }
    }),
    HEAD_VALUE_USED_TWICE(() -> new Deviation() {
        @Override
        @Nullable
        StoreStep sends(SimulatedNode node, Task task, StoreStep step) {
            PartitionHead expected = step instanceof StoreStep.WriteHead write ? write.expected() : null;
            if (task.kind != Task.Kind.CATALOG || expected == null) {
                return step;
            }
            StoreStep.WriteHead write = (StoreStep.WriteHead) step;
            Ownership old = write.next().ownership();
            Ownership counted =
                    new Ownership(old.state(), old.epoch(), old.owner(), expected.sequence() + 1, old.nonce());
            return new StoreStep.WriteHead(
                    write.partition(), expected, write.next().with(counted), false, write.changes(), write.then());
        }
    }),
    UNCONDITIONAL_PURGE(() -> new Deviation() {
        @Override
        boolean ignoresCondition(Call call) {
            return call.task.kind == Task.Kind.PURGE;
        }
    }),
    UNCONDITIONAL_CATALOG_COMMIT(() -> new Deviation() {
        @Override
        boolean ignoresCondition(Call call) {
            return call.task.kind == Task.Kind.CATALOG;
        }
    }),
    EPOCH_NOT_RAISED(times -> new Rules(times) {
        @Override
        public long nextEpoch(PartitionHead head) {
            return head.epoch();
        }
    }),
    CATALOG_READ_BEFORE_ACQUIRE(() -> new Deviation() {
        private final Map<Task, CatalogView> before = new HashMap<>();

        @Override
        StoreStep sends(SimulatedNode node, Task task, StoreStep step) {
            if (task.kind == Task.Kind.ACQUIRE && step instanceof StoreStep.ReadHead) {
                before.put(task, node.storedCatalog());
            }
            return step;
        }

        @Override
        @Nullable
        Object replies(Call call, @Nullable Object reply) {
            return call.task.kind == Task.Kind.ACQUIRE && reply instanceof CatalogView
                    ? before.getOrDefault(call.task, CatalogView.FIRST)
                    : reply;
        }
    }),
    NO_BARRIER(() -> new Deviation() {
        @Override
        boolean skipsBarrier(boolean noChange, boolean delete) {
            return !noChange && !delete;
        }
    }),
    NO_OP_WITHOUT_BARRIER(() -> new Deviation() {
        @Override
        boolean skipsBarrier(boolean noChange, boolean delete) {
            return noChange && !delete;
        }
    }),
    RULE_SWITCHED_OUTSIDE_THE_TURN(() -> new Deviation() {
        @Override
        boolean switchesOutsideTurn(LocalNode node) {
            return node.partitions().stream()
                    .allMatch(partition ->
                            partition.head().time().shift() == node.catalog().shift());
        }
    }),
    LEASE_CHECKED_BEFORE_THE_READ(() -> new Deviation() {
        @Override
        boolean checksBeforeRead() {
            return true;
        }
    }),
    OWNER_LOOKED_UP_IN_THE_LAST_POLL(() -> new Deviation() {
        @Override
        @Nullable
        Object replies(Call call, @Nullable Object reply) {
            return call.task.kind == Task.Kind.ACQUIRE && call.step instanceof StoreStep.ReadNode read
                    ? call.node.local().watch().copyOf(read.id())
                    : reply;
        }
    }),
    ACQUIRE_INSTALLED_AFTER_A_NEW_REGISTRATION(times -> new Rules(times) {
        @Override
        public boolean isSameRegistration(UUID begunBy, @Nullable UUID current) {
            return current != null;
        }
    }),
    SPLIT_WITHOUT_FENCE(() -> new Deviation() {
        @Override
        @Nullable
        StoreStep sends(SimulatedNode node, Task task, StoreStep step) {
            return task.kind == Task.Kind.SPLIT
                            && step instanceof StoreStep.WriteHead write
                            && write.next().ownership().state() == State.FENCED
                    ? write.then().apply(CommitOutcome.APPLIED)
                    : step;
        }
    }),
    SPLIT_WITHOUT_LAST_COPY(() -> new Deviation() {
        @Override
        StoreStep sends(SimulatedNode node, Task task, StoreStep step) {
            OwnedPartition parent = task.kind == Task.Kind.SPLIT ? node.local().partition(task.partition) : null;
            boolean fenced = parent != null && parent.head().ownership().state() == State.FENCED;
            return fenced && step instanceof StoreStep.WriteHead write && write.changes() != null
                    ? new StoreStep.WriteHead(
                            write.partition(), write.expected(), write.next(), false, null, write.then())
                    : step;
        }
    }),
    SPLIT_WITH_UNCONDITIONAL_COPY(() -> new Deviation() {
        @Override
        boolean ignoresCondition(Call call) {
            return call.task.kind == Task.Kind.SPLIT
                    && call.step instanceof StoreStep.WriteHead write
                    && write.changes() instanceof Version[];
        }
    }),
    SPLIT_SWITCHED_AFTER_A_DELETE(() -> new Deviation() {
        @Override
        StoreStep sends(SimulatedNode node, Task task, StoreStep step) {
            if (task.kind != Task.Kind.SPLIT || !(step instanceof StoreStep.ChangeCatalog change)) {
                return step;
            }
            CatalogView.Mapped container = node.local().catalog().containerOf(task.partition);
            PartitionHead head = node.head(task.partition);
            if (container == null || head == null || head.children().isEmpty()) {
                return step;
            }
            return new StoreStep.ChangeCatalog(
                    (current, version) -> current.contains(task.partition)
                            ? change.edit().apply(current, version)
                            : revived(current, version, container, head.children()),
                    change.then());
        }
    }),
    COLLECTION_BY_AN_OLD_CATALOG(() -> new Deviation() {
        private final Map<Task, CatalogView> before = new HashMap<>();

        @Override
        StoreStep sends(SimulatedNode node, Task task, StoreStep step) {
            if (task.kind == Task.Kind.COLLECT
                    && step instanceof StoreStep.ReadHead read
                    && !before.containsKey(task)) {
                before.put(task, node.local().catalog());
                // The catalog first, and the head after a while.
                return new StoreStep.ReadCatalog(catalog -> {
                    before.put(task, catalog);
                    return read;
                });
            }
            return step;
        }

        @Override
        @Nullable
        Object replies(Call call, @Nullable Object reply) {
            return call.task.kind == Task.Kind.COLLECT && reply instanceof CatalogView read
                    ? oldest(before.get(call.task), read)
                    : reply;
        }

        private CatalogView oldest(@Nullable CatalogView one, CatalogView other) {
            return one == null || one.version() > other.version() ? other : one;
        }
    }),
    DELETE_WITHOUT_BARRIER(() -> new Deviation() {
        @Override
        boolean skipsBarrier(boolean noChange, boolean delete) {
            return !noChange && delete;
        }
    }),
    NO_OP_DELETE_WITHOUT_BARRIER(() -> new Deviation() {
        @Override
        boolean skipsBarrier(boolean noChange, boolean delete) {
            return noChange && delete;
        }
    }),
    BARRIER_OVER_THE_MAP_ONLY(() -> new Deviation() {
        @Override
        boolean looksAtMapOnly() {
            return true;
        }
    }),
    EARLY_DROP(() -> new Deviation() {
        @Override
        @Nullable
        Object replies(Call call, @Nullable Object reply) {
            return call.task.kind == Task.Kind.COLLECT && reply instanceof NodeRecord ? null : reply;
        }
    }),
    ABSENT_HEAD_NOT_DROPPED(() -> new Deviation() {
        @Override
        @Nullable
        StoreStep sends(SimulatedNode node, Task task, StoreStep step) {
            return task.kind == Task.Kind.COLLECT
                            && step instanceof StoreStep.WriteHead write
                            && write.expected() == null
                    ? write.then().apply(CommitOutcome.APPLIED)
                    : step;
        }
    }),
    SHIFT_WITHOUT_FLOOR(times -> new Rules(times) {
        @Override
        public long shiftFloor(PartitionHead head, long highWater) {
            return head.timeFloor();
        }
    }),
    SHIFT_WITHOUT_STANDING_STILL(times -> new Rules(times) {
        @Override
        public long nowDuringShift(long highWater, long otherwise) {
            return otherwise;
        }
    }),
    SHIFT_OUTSIDE_THE_TURN(() -> new Deviation() {
        @Override
        boolean switchesOutsideTurn(LocalNode node) {
            return node.partitions().stream()
                    .anyMatch(partition ->
                            partition.head().time().shift() != node.catalog().shift());
        }
    }),
    PURGE_WITHOUT_A_SECOND_CLOCK(times -> new Rules(times) {
        @Override
        public long purgeTime(long now, long purgeWall, long shift) {
            return now;
        }
    }),
    LIVENESS_BY_FLAG_ALONE(times -> new Rules(times) {
        @Override
        public boolean isLive(NodeRecord record, long unchangedFor) {
            return record.alive();
        }
    });

    private interface Decisions {
        Rules of(LeaseTimes times);
    }

    @SuppressWarnings("ImmutableEnumChecker") // makes a new one each time
    private final Supplier<Deviation> deviation;

    PlantedBug(Decisions decisions) {
        this.deviation = () -> new Deviation() {
            @Override
            Rules rules(LeaseTimes times) {
                return decisions.of(times);
            }
        };
    }

    PlantedBug(Supplier<Deviation> deviation) {
        this.deviation = deviation;
    }

    /** A new one for every run. */
    Deviation deviation() {
        return deviation.get();
    }

    private static boolean isWrite(Task task, @Nullable StoreStep step) {
        return task.kind == Task.Kind.WRITE && step instanceof StoreStep.WriteHead write && write.changes() != null;
    }

    private static NodeRecord dead(NodeRecord record) {
        return new NodeRecord(
                record.id(),
                false,
                record.validUntil(),
                record.counter(),
                record.wallClock(),
                record.appliedCatalog(),
                record.host());
    }

    private static CatalogView revived(
            CatalogView current, long version, CatalogView.Mapped container, List<Integer> children) {
        Map<String, CatalogView.Mapped> containers = new HashMap<>(current.containers());
        containers.put(
                container.name(),
                new CatalogView.Mapped(container.name(), new ArrayList<>(children), container.policy()));
        return new CatalogView(
                version,
                current.shift(),
                current.nextPartition(),
                containers,
                current.allocations(),
                current.deleted());
    }

    /** Steps that only the rules themselves create otherwise. */
    private static final class Steps {
        static StoreStep readHead(int partition, Function<@Nullable PartitionHead, @Nullable StoreStep> then) {
            return new StoreStep.ReadHead(partition, then, () -> null);
        }
    }
}
