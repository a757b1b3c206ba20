package org.mayflydb.partition;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.GoneException;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.StorePartition;

/**
 * Turns groups of mutations into commits, each conditional on the head it started from. Run by one thread at a time: what it does
 * is the commit turn of the partition.
 */
final class GroupCommit {
    /** Past this the rest of a group goes into a commit of its own; well within what a store takes at once. */
    private static final long COMMIT_BYTES_SOFT_MAX = 8L * 1024 * 1024;

    private static final int COMMIT_CHANGES_SOFT_MAX = 20_000;

    private static final long MILLIS_PER_SECOND = 1000;

    /** How many LSNs relaxed writes reserve at once: one commit in so many is synced. */
    static final long RESERVED_LSNS = 1 << 20;

    private final StorePartition store;
    private final boolean localReads;
    private final PartitionOwner owner;
    private final Durability durability;
    private long lastWriteTime;
    private volatile @Nullable CommitListener listener;
    private volatile boolean retired;

    /**
     * @param store for reading
     * @param localReads false if each read is a round trip
     */
    GroupCommit(StorePartition store, boolean localReads, PartitionOwner owner, Durability durability) {
        this.store = store;
        this.localReads = localReads;
        this.owner = owner;
        this.durability = durability;
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
            owner.doubt();
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
            if (group.sharing() == PendingWrite.Sharing.TURN) {
                owner.prepareTurn();
            } else {
                owner.prepare();
            }
            PartitionHead base = owner.head();
            Transaction transaction = new Transaction(store, localReads, base, writeTime());
            if (!localReads && !fetchReads(group, transaction)) {
                return null;
            }
            PendingWrite<?> rest = runMutations(group, transaction);
            if (transaction.isUnchanged()) {
                transaction.committed();
                return rest;
            }
            PartitionHead next = reserving(
                    transaction.head(owner.nextOwnership()).notBefore(owner.storableTime()),
                    transaction.isExpendable());
            boolean reserves = next.reservedLsn() > base.reservedLsn();
            Durability needed = transaction.isExpendable() ? Durability.RELAXED : durability;
            if (owner.commit(transaction.toCommit(reserves ? Durability.SYNCED : needed), next)) {
                transaction.committed();
                tell(transaction);
                return rest;
            }
        }
    }

    /** Reads what the mutations of the group will read. If that fails, so does the group, and nothing is in doubt. */
    private static boolean fetchReads(PendingWrite<?> group, Transaction transaction) {
        try {
            List<byte[]> keys = new ArrayList<>();
            for (PendingWrite<?> each = group; each != null; each = each.next) {
                keys.addAll(each.reads());
            }
            transaction.fetch(keys);
            return true;
        } catch (RuntimeException failure) {
            PendingWrite.failAll(group, failure);
            return false;
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

    /** The time of the next commit in milliseconds: within the second of the owner, and not before earlier commits. */
    private long writeTime() {
        long second = owner.now() * MILLIS_PER_SECOND;
        long latest = second + MILLIS_PER_SECOND - 1;
        lastWriteTime = Math.max(second, Math.min(Math.max(owner.millis(), lastWriteTime), latest));
        return lastWriteTime;
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
}
