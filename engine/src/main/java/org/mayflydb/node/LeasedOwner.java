package org.mayflydb.node;

import java.util.UUID;
import org.mayflydb.base.GoneException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.ownership.HeadLine.Result;
import org.mayflydb.ownership.LocalNode;
import org.mayflydb.ownership.OwnedPartition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.partition.PartitionOwner;
import org.mayflydb.storage.Commit;

/** How this process owns a partition of a store that it shares: for as long as its lease, by the rules of {@code ownership}. */
final class LeasedOwner implements PartitionOwner {
    private static final long MILLIS_PER_SECOND = 1000;

    private final LocalNode node;
    private final OwnedPartition owned;
    private final UUID id;
    private final StepPerformer performer;
    private final Object lock;

    /** Set while a commit is under way, and after one whose end was never seen. Used in the commit turn. */
    private boolean uncertain;

    LeasedOwner(LocalNode node, OwnedPartition owned, StepPerformer performer, Object lock) {
        this.node = node;
        this.owned = owned;
        this.id = owned.head().owner();
        this.performer = performer;
        this.lock = lock;
    }

    OwnedPartition owned() {
        return owned;
    }

    @Override
    public UUID id() {
        return id;
    }

    @Override
    public PartitionHead head() {
        synchronized (lock) {
            return owned.head();
        }
    }

    @Override
    public long now() {
        synchronized (lock) {
            return owned.now();
        }
    }

    @Override
    public long millis() {
        synchronized (lock) {
            return node.clocks().wall() + owned.head().time().shift() * MILLIS_PER_SECOND;
        }
    }

    @Override
    public long storableTime() {
        synchronized (lock) {
            return owned.highWater();
        }
    }

    @Override
    public long deletionSecond() {
        synchronized (lock) {
            return owned.purgeTime();
        }
    }

    @Override
    public boolean isLost() {
        synchronized (lock) {
            return owned.isLost();
        }
    }

    /** Rule 7, and rule 12 (e): a fenced partition takes no requests, not even of a new owner. */
    @Override
    public void checkMayRespond() {
        synchronized (lock) {
            if (!owned.isServing()) {
                throw GoneException.moved();
            }
        }
    }

    @Override
    public void prepare() {
        checkMayRespond();
    }

    /** What ends or continues an ownership takes its turn among the writes, also when those are refused. */
    @Override
    public void prepareTurn() {}

    /** Replaced by that of the attempt: {@link OwnedPartition#commit}. */
    @Override
    public Ownership nextOwnership() {
        return head().ownership();
    }

    /** Rules 8 and 9. */
    @Override
    public boolean commit(Commit commit, PartitionHead next) {
        Result[] settled = new Result[1];
        uncertain = true;
        try {
            performer.run(() -> owned.commit(next, commit, result -> {
                settled[0] = result;
                return null;
            }));
            uncertain = false;
        } catch (MayflyException notApplied) {
            uncertain = false;
            throw notApplied;
        }
        return switch (settled[0]) {
            case APPLIED -> true;
            case NOT_APPLIED -> false;
            // Nothing was applied, so the new owner can take the same write.
            case LOST -> throw GoneException.moved();
            case LOST_UNKNOWN, IN_DOUBT ->
                throw new UnavailableException("The outcome of a write to partition " + owned.number() + " is unknown");
        };
    }

    /** Rule 9: what may still be applied ends this ownership; an acquire settles it. */
    @Override
    public void doubt() {
        if (uncertain) {
            synchronized (lock) {
                owned.abandon();
            }
        }
    }
}
