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
import org.mayflydb.storage.StorePartition;

/**
 * Turns a group of mutations into commits, and knows what to do about each outcome. Run by one thread at a time.
 *
 * <p>Every commit is conditional on the head it started from and writes the next one, which no other commit writes. So
 * when an outcome is unknown, the head tells: if it is the one this commit writes, the commit was applied; if it is still
 * the old one, sending the same commit again is safe, for only one of the two can find its condition true. A head with
 * another owner or epoch means that this writer has lost the partition.
 */
final class GroupCommit {
    /** Past this the rest of a group goes into a commit of its own; well within what a store takes at once. */
    private static final long COMMIT_BYTES_SOFT_MAX = 8L * 1024 * 1024;

    private static final int COMMIT_CHANGES_SOFT_MAX = 20_000;

    private static final long MILLIS_PER_SECOND = 1000;

    private static final AtomicLong OPENINGS = new AtomicLong();

    /** How often a commit with unknown outcome is looked up and sent again before its writers are told so. */
    private static final int SEND_TRIES_MAX = 8;

    private final int number;
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

    /** The epoch of this owner; meaningful once the partition is owned. */
    private long epoch;

    private boolean lost;

    private volatile @Nullable CommitListener listener;
    private volatile boolean retired;

    /** Set while the head in memory may be behind the stored one, which is then the one that counts. */
    private volatile boolean inDoubt;

    GroupCommit(int number, StorePartition store, ClockWatch clock, Durability durability, UUID owner) {
        this.number = number;
        this.store = store;
        this.time = new PartitionTime(clock);
        this.durability = durability;
        this.owner = owner;
        adopt(store.get(PartitionHead.KEY));
    }

    PartitionHead head() {
        return inDoubt ? PartitionHead.stored(store) : head;
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
            if (lost) {
                throw new UnavailableException("Partition " + number + " has been taken over by another owner");
            }
            if (inDoubt) {
                adopt(store.get(PartitionHead.KEY));
            }
            PartitionHead base = head;
            Transaction transaction = new Transaction(store, base, writeTime());
            PendingWrite<?> rest = runMutations(group, transaction);
            if (transaction.isUnchanged()) {
                return rest;
            }
            // Never the same number twice, not even for a commit that may have failed: it is what tells commits apart.
            lastSequence = Math.max(lastSequence, base.sequence()) + 1;
            PartitionHead next = transaction
                    .head(new Ownership(
                            base.ownership().state(), owned ? epoch : base.epoch() + 1, owner, lastSequence, nonce))
                    .notBefore(time.trusted());
            if (send(transaction.toCommit(transaction.isExpendable() ? Durability.RELAXED : durability), next)) {
                tell(transaction);
                return rest;
            }
        }
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

    private static @Nullable PendingWrite<?> runMutations(PendingWrite<?> group, Transaction transaction) {
        PendingWrite<?> pending = group;
        while (pending != null) {
            pending.run(transaction);
            pending = pending.next;
            if (transaction.changedBytes() > COMMIT_BYTES_SOFT_MAX
                    || transaction.changeCount() > COMMIT_CHANGES_SOFT_MAX) {
                break;
            }
        }
        return pending;
    }

    /** Answers true if the commit is applied, false if the head had moved and the mutations must be run again. */
    private boolean send(Commit commit, PartitionHead next) {
        byte[] nextHead = next.encode();
        if (storedHead == null) {
            commit.ifAbsent(PartitionHead.KEY);
        } else {
            commit.ifValue(PartitionHead.KEY, storedHead);
        }
        commit.put(PartitionHead.KEY, nextHead);
        for (int tries = 0; tries < SEND_TRIES_MAX; tries++) {
            CommitOutcome outcome = store.commit(commit);
            if (outcome == CommitOutcome.APPLIED) {
                accept(next, nextHead);
                return true;
            }
            byte[] found = store.get(PartitionHead.KEY);
            if (Arrays.equals(found, nextHead)) {
                accept(next, nextHead);
                return true;
            }
            if (outcome == CommitOutcome.CONDITION_FAILED || !Arrays.equals(found, storedHead)) {
                adopt(found);
                return false;
            }
        }
        throw new UnavailableException("The outcome of a write to partition " + number + " is unknown");
    }

    private void accept(PartitionHead next, byte[] encoded) {
        owned = true;
        epoch = next.epoch();
        storedHead = encoded;
        head = next;
    }

    private void adopt(byte @Nullable [] found) {
        PartitionHead adopted = decode(found);
        lost = owned && (adopted.epoch() != epoch || !adopted.owner().equals(owner));
        storedHead = found;
        head = adopted;
        inDoubt = false;
    }

    private static PartitionHead decode(byte @Nullable [] found) {
        return found == null ? PartitionHead.EMPTY : PartitionHead.decode(found);
    }
}
