package org.mayflydb.ownership;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mayflydb.membership.NodeRecord;
import org.mayflydb.ownership.HeadLine.Result;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.partition.PartitionHead.Time;
import org.mayflydb.storage.CommitOutcome;

/**
 * Rule 5: takes a partition that has no owner, one whose owner is dead, or one that this node owned before. Writes never acquire.
 * At most one per partition and node at a time; if it ends without the partition, the caller tries again later.
 */
public final class Acquire {
    private final LocalNode node;
    private final int number;
    private final UUID me;
    private final long nonce;

    private Acquire(LocalNode node, int number, UUID me) {
        this.node = node;
        this.number = number;
        this.me = me;
        this.nonce = node.nextAcquisition();
    }

    /** Returns null if this node may not acquire the partition. */
    public static @Nullable StoreStep of(LocalNode node, int number) {
        UUID me = node.id();
        boolean open = node.partition(number) != null;
        boolean drains = node.isDraining() && !node.doubts().contains(number);
        if (me == null || !node.lease().isValid() || open || drains) {
            return null;
        }
        Acquire acquire = new Acquire(node, number, me);
        return new StoreStep.ReadHead(number, acquire::foundHead);
    }

    private boolean isOver() {
        return !node.is(me) || !node.lease().isValid() || node.partition(number) != null;
    }

    /** The head first, <em>then</em> the record of its owner, from the store and not from the last poll. */
    private @Nullable StoreStep foundHead(@Nullable PartitionHead head) {
        if (isOver()) {
            return null;
        }
        if (head == null) {
            return node.catalog().contains(number) ? create() : null;
        }
        node.settled(number, head.epoch());
        PartitionHead.State state = head.ownership().state();
        if (state == PartitionHead.State.DROPPED || state == PartitionHead.State.COPYING) {
            return null;
        }
        UUID owner = head.owner();
        if (owner.equals(Ownership.NOBODY) || owner.equals(me)) {
            return take(head, null);
        }
        return new StoreStep.ReadNode(owner, record -> foundOwner(head, record));
    }

    private @Nullable StoreStep foundOwner(PartitionHead head, @Nullable NodeRecord record) {
        return isOver() || !node.rules().mayAcquire(head.owner(), me, record) ? null : take(head, record);
    }

    /** A partition that the catalog knows and nobody has used yet. */
    private StoreStep create() {
        return commit(null, PartitionHead.EMPTY.with(new Ownership(PartitionHead.State.ACTIVE, 1, me, 1, nonce)));
    }

    /** Raises the epoch, which settles every doubt about the partition. */
    private StoreStep take(PartitionHead head, @Nullable NodeRecord before) {
        HighWater highWater = node.highWater(number);
        long floor = node.rules().acquireFloor(head, before, head.owner().equals(me), highWater.second());
        Time time = head.time();
        Ownership mine =
                new Ownership(head.ownership().state(), node.rules().nextEpoch(head), me, head.sequence() + 1, nonce);
        // After an unclean stop with relaxed durability, LSNs continue after those that clients may know.
        PartitionHead resumed = head.resumedBy(me);
        return commit(
                head, HeadLine.changed(resumed, mine, new Time(floor, time.newest(), time.shift()), head.children()));
    }

    private StoreStep commit(@Nullable PartitionHead expected, PartitionHead next) {
        return new StoreStep.WriteHead(number, expected, next, false, null, outcome -> {
            if (outcome != CommitOutcome.APPLIED || !node.is(me)) {
                return null;
            }
            node.settled(number, next.epoch());
            // Only now: an owner before this one may have changed its rule until the commit.
            return new StoreStep.ReadCatalog(read -> open(new HeadLine(number, me, nonce, next), node.learn(read)));
        });
    }

    /** Goes by the newest catalog that the node knows. Not served: what is not in the map. */
    private @Nullable StoreStep open(HeadLine line, CatalogView view) {
        if (isOver() || !view.contains(number)) {
            return null;
        }
        OwnedPartition partition = new OwnedPartition(node, me, line, view);
        if (view.shift() == line.head().time().shift()) {
            node.install(partition);
            return null;
        }
        // Rule 6: the shift of the catalog is committed before anything is served.
        Time time = line.head().time();
        PartitionHead next = HeadLine.changed(
                line.head(),
                line.head().ownership(),
                new Time(node.rules().shiftFloor(line.head(), partition.highWater()), time.newest(), view.shift()),
                line.head().children());
        return line.commit(next.with(line.next()), false, null, result -> {
            if (result == Result.IN_DOUBT) {
                node.doubt(number, line.head().epoch());
            }
            // The node may know a newer catalog by now.
            return result == Result.APPLIED && node.is(me) ? open(line, node.catalog()) : null;
        });
    }
}
