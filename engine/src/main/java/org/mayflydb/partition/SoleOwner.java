package org.mayflydb.partition;

import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ClockWatch;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;

/**
 * The owner of a partition in a store that one process has to itself. It takes the partition with its first commit and needs no
 * lease, so opening and reading a partition writes nothing.
 *
 * <p>An unknown outcome means that the commit may still be applied. It is settled by a fencing commit on the same head, which
 * changes nothing else: if that is applied, the first one never will be; if it is refused, the head shows which one was applied. A
 * head with another owner or epoch means that the partition is lost, and with it the answer.
 */
final class SoleOwner implements PartitionOwner {
    private static final long MILLIS_PER_SECOND = 1000;

    /** How many fencing commits are sent before the outcome is reported as unknown. */
    private static final int FENCES_MAX = 4;

    private static final AtomicLong OPENINGS = new AtomicLong();

    private final int number;
    private final Store whole;
    private final StorePartition store;
    private final PartitionTime time;
    private final ClockWatch clock;
    private final Durability durability;
    private final UUID id;

    /** Tells this owner's commits from those of an earlier one of the same process. */
    private final long nonce = OPENINGS.incrementAndGet();

    private volatile PartitionHead head = PartitionHead.EMPTY;
    private byte @Nullable [] storedHead;
    private long lastSequence;
    private boolean owned;

    /** Meaningful once the partition is owned. */
    private long ownEpoch;

    private volatile boolean lost;

    /**
     * Set while a commit of unknown outcome may still be applied. The stored head then counts, and nothing is written before
     * a fencing commit is applied.
     */
    private volatile boolean inDoubt;

    SoleOwner(int number, Store whole, ClockWatch clock, Durability durability, UUID id) {
        this.number = number;
        this.whole = whole;
        this.store = whole.partition(number);
        this.time = new PartitionTime(clock);
        this.clock = clock;
        this.durability = durability;
        this.id = id;
        adopt(store.get(PartitionHead.KEY));
    }

    @Override
    public UUID id() {
        return id;
    }

    @Override
    public PartitionHead head() {
        return inDoubt ? PartitionHead.stored(store).resumedBy(id) : head;
    }

    @Override
    public long now() {
        return time.tell(head().timeFloor());
    }

    @Override
    public long millis() {
        return time.millis();
    }

    @Override
    public long storableTime() {
        return time.trusted();
    }

    /** Goes by the clock, not by {@link #now}, which a clock that was once ahead may have carried away. */
    @Override
    public long deletionSecond() {
        return clock.deletionSecond();
    }

    @Override
    public boolean isLost() {
        return lost;
    }

    /** No other process changes the store. */
    @Override
    public void checkMayRespond() {}

    @Override
    public void prepare() {
        if (inDoubt) {
            reopen();
        }
        checkNotLost();
    }

    private void checkNotLost() {
        if (lost) {
            throw new UnavailableException("Partition " + number + " has been taken over by another owner");
        }
    }

    /** Taking the partition over begins a new epoch. */
    @Override
    public Ownership nextOwnership() {
        lastSequence = Math.max(lastSequence, head.sequence()) + 1;
        return new Ownership(head.ownership().state(), owned ? ownEpoch : head.epoch() + 1, id, lastSequence, nonce);
    }

    @Override
    public boolean commit(Commit commit, PartitionHead next) {
        byte[] nextHead = next.encode();
        switch (commitOnLastHead(commit, nextHead)) {
            case APPLIED -> {
                accept(next, nextHead);
                return true;
            }
            case CONDITION_FAILED -> {
                adopt(store.get(PartitionHead.KEY));
                return false;
            }
            default -> {
                return settle(next, nextHead);
            }
        }
    }

    @Override
    public void doubt() {
        inDoubt = true;
    }

    /** Settles a commit that may still be applied; returns true if it was, false if it never will be. */
    private boolean settle(PartitionHead next, byte[] nextHead) {
        inDoubt = true;
        for (int fences = 0; fences < FENCES_MAX; fences++) {
            CommitOutcome outcome = fence();
            if (outcome == CommitOutcome.APPLIED) {
                return false;
            }
            if (outcome == CommitOutcome.CONDITION_FAILED) {
                byte[] found = store.get(PartitionHead.KEY);
                if (Arrays.equals(found, nextHead)) {
                    accept(next, nextHead);
                    return true;
                }
                adopt(found);
                if (!isOwn(head.ownership())) {
                    // That owner may have found this commit applied or not.
                    throw unknown();
                }
                // An earlier fence was applied.
                owned = true;
                ownEpoch = head.epoch();
                return false;
            }
        }
        throw unknown();
    }

    /** Returns true if this owner has written the head, and not another one of the same process. */
    private boolean isOwn(Ownership ownership) {
        return ownership.owner().equals(id) && ownership.nonce() == nonce;
    }

    private UnavailableException unknown() {
        return new UnavailableException("The outcome of a write to partition " + number + " is unknown");
    }

    /** Commits the last head seen with a new sequence number and nothing else. */
    private CommitOutcome fence() {
        PartitionHead fence = new Transaction(store, head, head.timeFloor() * MILLIS_PER_SECOND).head(nextOwnership());
        byte[] encoded = fence.encode();
        CommitOutcome outcome = commitOnLastHead(new Commit(durability), encoded);
        if (outcome == CommitOutcome.APPLIED) {
            accept(fence, encoded);
        }
        return outcome;
    }

    /** Ends a doubt that could not be settled before: what may still be applied is applied or fenced off. */
    private void reopen() {
        for (int fences = 0; fences < FENCES_MAX; fences++) {
            adopt(store.get(PartitionHead.KEY));
            checkNotLost();
            inDoubt = true;
            if (fence() == CommitOutcome.APPLIED) {
                return;
            }
        }
        throw unknown();
    }

    private CommitOutcome commitOnLastHead(Commit commit, byte[] nextHead) {
        commit.put(PartitionHead.KEY, nextHead).version(lastSequence);
        return storedHead == null
                ? whole.createPartition(number, commit.ifAbsent(PartitionHead.KEY))
                : store.commit(commit.ifValue(PartitionHead.KEY, storedHead));
    }

    private void accept(PartitionHead next, byte[] encoded) {
        owned = true;
        ownEpoch = next.epoch();
        storedHead = encoded;
        head = next;
        inDoubt = false;
    }

    private void adopt(byte @Nullable [] found) {
        PartitionHead adopted = decode(found).resumedBy(id);
        lost = owned && (adopted.epoch() != ownEpoch || !adopted.owner().equals(id));
        storedHead = found;
        head = adopted;
        inDoubt = false;
    }

    private static PartitionHead decode(byte @Nullable [] found) {
        return found == null ? PartitionHead.EMPTY : PartitionHead.decode(found);
    }
}
