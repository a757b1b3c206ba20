package org.mayflydb.ownership;

import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.partition.PartitionHead.Time;

/**
 * The heads that one owner writes to one partition, one after the other. Every commit is conditional on the exact head before it
 * and writes one that no other attempt writes (rule 8); an unknown outcome is settled by fencing commits (rule 9). One commit at a
 * time: the caller holds the commit turn.
 */
public final class HeadLine {
    /** How many fencing commits are sent before the partition is left in doubt. */
    private static final int FENCES_MAX = 4;

    /** What became of a commit in the end. */
    public enum Result {
        APPLIED,
        /** It was not applied, and never will be. The partition is still owned. */
        NOT_APPLIED,
        /** It was not applied, and the partition has another owner. */
        LOST,
        /** Another owner has the partition, and only it can tell. */
        LOST_UNKNOWN,
        /** It may still be applied. */
        IN_DOUBT
    }

    /** Takes the result; returns the next step. */
    @FunctionalInterface
    public interface Settled {
        @Nullable
        StoreStep then(Result result);
    }

    private final int number;
    private final UUID owner;
    private final long nonce;
    private @Nullable PartitionHead head;
    private long lastSequence;
    private long attempts;
    private boolean underWay;

    HeadLine(int number, UUID owner, long nonce, @Nullable PartitionHead head) {
        this.number = number;
        this.owner = owner;
        this.nonce = nonce;
        this.head = head;
        this.lastSequence = head == null ? 0 : head.sequence();
    }

    public int number() {
        return number;
    }

    /** The head as this owner knows it: that of its last commit that was applied. */
    PartitionHead head() {
        return head == null ? PartitionHead.EMPTY : head;
    }

    /** How many commits were attempted. */
    public long attempts() {
        return attempts;
    }

    /** Whether a commit was sent whose result is not known yet. */
    public boolean isUnderWay() {
        return underWay;
    }

    long nextSequence() {
        return lastSequence + 1;
    }

    /** The next attempt comes after this sequence. */
    void skipTo(long sequence) {
        lastSequence = Math.max(lastSequence, sequence);
    }

    /** Ownership for the next attempt, in the epoch of the head. */
    Ownership next() {
        return next(head().ownership().state(), head().epoch(), owner);
    }

    /** Ownership for the next attempt. No sequence is used twice, whatever becomes of the attempt. */
    Ownership next(PartitionHead.State state, long epoch, UUID newOwner) {
        lastSequence++;
        return new Ownership(state, epoch, newOwner, lastSequence, nonce);
    }

    /** Rule 8: one commit, conditional on the exact head, settled whatever happens to it. */
    StoreStep commit(PartitionHead next, boolean wipes, @Nullable Object changes, Settled settled) {
        attempts++;
        underWay = true;
        return new StoreStep.WriteHead(number, head, next, wipes, changes, outcome -> switch (outcome) {
            case APPLIED -> settle(next, Result.APPLIED, settled);
            case CONDITION_FAILED -> settle(null, Result.LOST, settled);
            case UNKNOWN -> fence(next, 1, settled);
        });
    }

    private @Nullable StoreStep settle(@Nullable PartitionHead found, Result result, Settled settled) {
        if (found != null) {
            head = found;
        }
        underWay = false;
        return settled.then(result);
    }

    /** Rule 9: "unknown" means "may still be applied", so a commit on the same head decides. */
    private StoreStep fence(PartitionHead attempted, int fences, Settled settled) {
        PartitionHead base = head;
        PartitionHead fence = (base == null ? PartitionHead.EMPTY : base).with(next());
        return new StoreStep.WriteHead(number, base, fence, false, null, outcome -> switch (outcome) {
            case APPLIED -> settle(fence, Result.NOT_APPLIED, settled);
            case CONDITION_FAILED ->
                new StoreStep.ReadHead(
                        number, found -> found(found, attempted, settled), () -> settled.then(Result.IN_DOUBT));
            case UNKNOWN -> fences < FENCES_MAX ? fence(attempted, fences + 1, settled) : settled.then(Result.IN_DOUBT);
        });
    }

    private @Nullable StoreStep found(@Nullable PartitionHead found, PartitionHead attempted, Settled settled) {
        if (attempted.equals(found)) {
            return settle(found, Result.APPLIED, settled);
        }
        boolean mine = found != null && isMine(found.ownership());
        // An earlier fence was applied if the head is mine.
        return settle(mine ? found : null, mine ? Result.NOT_APPLIED : Result.LOST_UNKNOWN, settled);
    }

    private boolean isMine(Ownership ownership) {
        return ownership.owner().equals(owner) && ownership.nonce() == nonce && ownership.epoch() == head().epoch();
    }

    /** A head with other ownership and time. */
    static PartitionHead changed(PartitionHead head, Ownership ownership, Time time, List<Integer> children) {
        return new PartitionHead(
                ownership,
                time,
                head.counters(),
                head.purged(),
                children,
                head.collisions(),
                OptionalLong.empty(),
                head.reservedLsn());
    }
}
