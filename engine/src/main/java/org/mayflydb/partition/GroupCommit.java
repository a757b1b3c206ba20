package org.mayflydb.partition;

import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ClockWatch;
import org.mayflydb.base.GoneException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;

/**
 * Turns a group of mutations into commits, and knows what to do about each outcome. Run by one thread at a time.
 *
 * <p>Every commit is conditional on the head it started from and writes a head that no other attempt writes. An unknown
 * outcome means that the commit may still be applied. It is settled by a fencing commit on the same head, which changes
 * nothing else: if that is applied, the first one never will be, and its mutations run again; if it is refused, the head
 * shows which one was applied. A head with another owner or epoch means that this writer has lost the partition, and with it the answer.
 */
final class GroupCommit {
    /** Past this the rest of a group goes into a commit of its own; well within what a store takes at once. */
    private static final long COMMIT_BYTES_SOFT_MAX = 8L * 1024 * 1024;

    private static final int COMMIT_CHANGES_SOFT_MAX = 20_000;

    private static final long MILLIS_PER_SECOND = 1000;

    /** How many LSNs relaxed writes reserve at once: one commit in so many is synced. */
    static final long RESERVED_LSNS = 1 << 20;

    private static final AtomicLong OPENINGS = new AtomicLong();

    /** How many fencing commits are sent before the outcome is reported as unknown. */
    private static final int FENCES_MAX = 4;

    private final int number;
    private final Store whole;
    private final StorePartition store;
    private final PartitionTime time;
    private final Durability durability;
    private final UUID owner;

    /** Tells this writer's commits from those of an earlier writer of the same process. */
    private final long nonce = OPENINGS.incrementAndGet();

    private volatile PartitionHead head = PartitionHead.EMPTY;
    private byte @Nullable [] storedHead;
    private long lastSequence;
    private long lastWriteTime;
    private boolean owned;

    /** The epoch of this writer; meaningful once it owns the partition. */
    private long ownEpoch;

    private volatile boolean lost;

    private volatile @Nullable CommitListener listener;
    private volatile boolean retired;

    /**
     * Set while a commit of unknown outcome may still be applied. The stored head then counts, and nothing is written before
     * a fencing commit is applied.
     */
    private volatile boolean inDoubt;

    GroupCommit(int number, Store whole, ClockWatch clock, Durability durability, UUID owner) {
        this.number = number;
        this.whole = whole;
        this.store = whole.partition(number);
        this.time = new PartitionTime(clock);
        this.durability = durability;
        this.owner = owner;
        adopt(store.get(PartitionHead.KEY));
    }

    PartitionHead head() {
        return inDoubt ? PartitionHead.stored(store).resumedBy(owner) : head;
    }

    /** Registers a listener for all later commits; null removes it. */
    void follow(@Nullable CommitListener newListener) {
        listener = newListener;
    }

    /** Refuses everything from now on: others have taken the partition's place. */
    void retire() {
        retired = true;
    }

    boolean isRetired() {
        return retired;
    }

    /** Returns true if another owner has taken the partition. It can be opened anew, which takes it back. */
    boolean isLost() {
        return lost;
    }

    /** Gives every write of the group its outcome, whatever happens. */
    void run(PendingWrite<?> group) {
        if (retired) {
            PendingWrite.failAll(group, GoneException.split());
            return;
        }
        PendingWrite<?> rest = group;
        try {
            while (rest != null) {
                rest = commitSome(rest);
            }
        } catch (RuntimeException | Error failure) {
            inDoubt = true;
            PendingWrite.failAll(rest, failure);
            CommitListener following = listener;
            if (following != null) {
                following.lostTrack();
            }
        }
    }

    /** Commits as many of the group, from its beginning, as fit into one commit; returns the first that is left. */
    private @Nullable PendingWrite<?> commitSome(PendingWrite<?> group) {
        while (true) {
            if (inDoubt) {
                reopen();
            }
            checkNotLost();
            PartitionHead base = head;
            Transaction transaction = new Transaction(store, base, writeTime());
            PendingWrite<?> rest = runMutations(group, transaction);
            if (transaction.isUnchanged()) {
                transaction.committed();
                return rest;
            }
            PartitionHead next =
                    reserving(transaction.head(nextOwnership()).notBefore(time.trusted()), transaction.isExpendable());
            boolean reserves = next.reservedLsn() > base.reservedLsn();
            Durability needed = transaction.isExpendable() ? Durability.RELAXED : durability;
            if (send(transaction.toCommit(reserves ? Durability.SYNCED : needed), next)) {
                transaction.committed();
                tell(transaction);
                return rest;
            }
        }
    }

    /**
     * Reserves further LSNs if the commit may be lost and uses the last of those reserved. Nothing needs to be reserved if
     * commits are synced, or at a clean stop, after which the store is closed durably.
     */
    private PartitionHead reserving(PartitionHead next, boolean expendable) {
        if (durability == Durability.SYNCED || next.cleanStop().isPresent()) {
            return next.reserving(0);
        }
        return expendable || next.lastLsn() <= next.reservedLsn()
                ? next
                : next.reserving(next.lastLsn() + RESERVED_LSNS);
    }

    private void checkNotLost() {
        if (lost) {
            throw new UnavailableException("Partition " + number + " has been taken over by another owner");
        }
    }

    /**
     * The ownership that the next commit writes: taking the partition over begins a new epoch. No sequence number is used twice,
     * not even by an attempt that has failed: it distinguishes attempts.
     */
    private Ownership nextOwnership() {
        lastSequence = Math.max(lastSequence, head.sequence()) + 1;
        return new Ownership(head.ownership().state(), owned ? ownEpoch : head.epoch() + 1, owner, lastSequence, nonce);
    }

    /** Returns true if this writer has written the head, and not another one of the same process. */
    private boolean isOwn(Ownership ownership) {
        return ownership.owner().equals(owner) && ownership.nonce() == nonce;
    }

    /** The commit is applied: a listener that cannot take it loses track, and the writes have succeeded all the same. */
    private void tell(Transaction transaction) {
        CommitListener following = listener;
        if (following == null) {
            return;
        }
        try {
            following.committed(transaction.changes());
        } catch (RuntimeException | Error failure) {
            following.lostTrack();
        }
    }

    /** The time in seconds, never behind the newest {@code _ts} nor behind what was returned before. */
    long now() {
        return time.tell(head().timeFloor());
    }

    /** The time of the next commit in milliseconds: within the second {@link #now}, and not before earlier commits. */
    private long writeTime() {
        long second = now() * MILLIS_PER_SECOND;
        long latest = second + MILLIS_PER_SECOND - 1;
        lastWriteTime = Math.max(second, Math.min(Math.max(time.millis(), lastWriteTime), latest));
        return lastWriteTime;
    }

    PartitionHead headNow() {
        return head().notBefore(time.trusted());
    }

    void saveTimeIn(PartitionWriter writer) {
        if (time.trusted() > head().timeFloor()) {
            // A write under way carries the time by itself.
            writer.writeIfIdle(Transaction::commitTime);
        }
    }

    /** Marks the last commit of this owner, or else only saves the time: what others left is not for it to mark. */
    void saveStopIn(PartitionWriter writer) {
        if (head().owner().equals(owner)) {
            writer.writeIfIdle(Transaction::commitCleanStop);
        } else {
            saveTimeIn(writer);
        }
    }

    private static @Nullable PendingWrite<?> runMutations(PendingWrite<?> group, Transaction transaction) {
        PendingWrite<?> pending = group;
        while (pending != null) {
            pending.apply(transaction);
            pending = pending.next;
            if (transaction.changedBytes() > COMMIT_BYTES_SOFT_MAX
                    || transaction.changeCount() > COMMIT_CHANGES_SOFT_MAX) {
                break;
            }
        }
        return pending;
    }

    /** Returns true if the commit is applied, false if it never will be and the mutations must run again. */
    private boolean send(Commit commit, PartitionHead next) {
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
        PartitionHead adopted = decode(found).resumedBy(owner);
        lost = owned && (adopted.epoch() != ownEpoch || !adopted.owner().equals(owner));
        storedHead = found;
        head = adopted;
        inDoubt = false;
    }

    private static PartitionHead decode(byte @Nullable [] found) {
        return found == null ? PartitionHead.EMPTY : PartitionHead.decode(found);
    }
}
