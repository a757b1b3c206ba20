package org.mayflydb.ownership;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mayflydb.membership.NodeRecord;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.storage.CommitOutcome;

/**
 * The decisions and the arithmetic of the rules, without state. Node times are in milliseconds; the times of partitions and the
 * shift are in seconds.
 */
public class Rules {
    /** Later than every time, for "no other clock is known". */
    public static final long NEVER = Long.MAX_VALUE / 4;

    private static final long MILLIS_PER_SECOND = 1000;

    private final LeaseTimes times;

    public Rules(LeaseTimes times) {
        this.times = times;
    }

    public final LeaseTimes times() {
        return times;
    }

    /** Milliseconds of a wall clock as seconds. */
    public static long seconds(long millis) {
        return Math.floorDiv(millis, MILLIS_PER_SECOND);
    }

    /**
     * Rule 2: until when a renewal is valid by the clocks of others. It never falls, because a floor may depend on it.
     *
     * @param before what the record says so far
     * @param peerLow the lowest clock of the others, {@link #NEVER} if there is none
     */
    public long validUntil(long before, long wall, long peerLow) {
        return Math.max(before, Math.min(wall, peerLow + times.skew()) + times.lease());
    }

    /** Rule 2: from when on a renewal counts: from before its reads, not from its acknowledgement. */
    public long leaseStart(long beforeReads, long acknowledged) {
        return beforeReads;
    }

    /** Rule 2: only an acknowledged renewal counts. */
    public boolean countsAsRenewed(CommitOutcome outcome) {
        return outcome == CommitOutcome.APPLIED;
    }

    /** Rule 2: whether a node has lost its record, and with it all partitions. */
    public boolean isLost(@Nullable NodeRecord mine) {
        return mine == null || !mine.alive();
    }

    /** Rule 2: whether a procedure still belongs to the node as it is registered now; compared after every step. */
    public boolean isSameRegistration(UUID begunBy, @Nullable UUID current) {
        return begunBy.equals(current);
    }

    /** Rule 3: by the monotonic clock, and by the wall clock for machines that were suspended. */
    public boolean isLeaseValid(long monotonicSince, long wallSince) {
        long term = times.lease() - times.margin();
        return monotonicSince < term && wallSince < term;
    }

    /** Rule 4: whether others may declare the node dead. */
    public boolean mayDeclareDead(NodeRecord record, long unchangedFor) {
        return record.alive() && unchangedFor >= times.lease() + times.margin();
    }

    /** Whether a record is live: alive, and appeared or changed within a lease. A flag alone may be left by a crash. */
    public boolean isLive(NodeRecord record, long unchangedFor) {
        return record.alive() && unchangedFor <= times.lease();
    }

    /**
     * Rule 5: whether a partition may be acquired from its owner.
     *
     * @param record the owner's, as read from the store after the head; null if it is missing
     */
    public boolean mayAcquire(UUID owner, UUID me, @Nullable NodeRecord record) {
        return owner.equals(Ownership.NOBODY) || owner.equals(me) || record == null || !record.alive();
    }

    /** Rule 5: every acquire begins an epoch. */
    public long nextEpoch(PartitionHead head) {
        return head.epoch() + 1;
    }

    /**
     * Rule 5: the time floor of a new owner: nothing was served at a later time.
     *
     * @param before the record of the owner before, null if there was none or it is missing
     * @param highWater the newest time that this process has used for the partition
     */
    public long acquireFloor(PartitionHead head, @Nullable NodeRecord before, boolean fromMe, long highWater) {
        long floor = Math.max(head.timeFloor(), head.time().newest());
        if (fromMe) {
            return Math.max(floor, highWater);
        }
        return before == null
                ? floor
                : Math.max(floor, seconds(before.validUntil()) + head.time().shift());
    }

    /** Rule 6: the wall clock that partitions go by, in milliseconds. It never runs ahead of the lease. */
    public long servedWall(long wall, long validUntil, long peerLow) {
        return Math.min(Math.min(wall, validUntil), peerLow + times.skew() + times.poll());
    }

    /** Rule 6: the time of a partition. */
    public long now(PartitionHead head, long highWater, long servedWall) {
        return Math.max(
                Math.max(head.timeFloor(), head.time().newest()),
                Math.max(highWater, seconds(servedWall) + head.time().shift()));
    }

    /** Rule 6: time stands still while a new shift is being committed. */
    public long nowDuringShift(long highWater, long otherwise) {
        return highWater;
    }

    /** Rule 6: the floor that is written with a new shift. */
    public long shiftFloor(PartitionHead head, long highWater) {
        return Math.max(head.timeFloor(), highWater);
    }

    /** Rule 8: a purge needs a second clock that agrees. */
    public long purgeTime(long now, long purgeWall, long shift) {
        return Math.min(now, seconds(purgeWall) + shift);
    }

    /** Rule 10: the floor that a release leaves: the time that was served, not the clock. */
    public long releaseFloor(PartitionHead head, long highWater, long wall, long validUntil) {
        return Math.max(
                Math.max(head.timeFloor(), highWater),
                seconds(Math.min(wall, validUntil)) + head.time().shift());
    }

    /** Rules 11 and 13: whether the owner of a partition no longer goes by an older version of the catalog. */
    public boolean hasApplied(@Nullable NodeRecord owner, long version) {
        return owner != null && owner.alive() && owner.appliedCatalog() >= version;
    }
}
