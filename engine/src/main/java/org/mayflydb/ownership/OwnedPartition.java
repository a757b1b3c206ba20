package org.mayflydb.ownership;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mayflydb.ownership.HeadLine.Result;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.partition.PartitionHead.Time;

/**
 * A partition that this node owns: its time, the catalog in force, its commits. An object lives from one acquire to the loss or
 * release; acquired again, the partition gets a new object. Where a method says "in the commit turn", the caller makes sure that
 * only one such procedure runs at a time, until its last step.
 */
public final class OwnedPartition {
    private final LocalNode node;
    private final UUID owner;
    private final HeadLine line;
    private final HighWater highWater;
    private CatalogView inForce;
    private @Nullable ChangeList changeList;

    /** A shift is being committed: time stands still until that is settled. */
    private boolean standsStill;

    private boolean closing;
    private boolean lost;

    OwnedPartition(LocalNode node, UUID owner, HeadLine line, CatalogView inForce) {
        this.node = node;
        this.owner = owner;
        this.line = line;
        this.inForce = inForce;
        this.highWater = node.highWater(line.number());
        highWater.raise(Math.max(line.head().timeFloor(), line.head().time().newest()));
    }

    public int number() {
        return line.number();
    }

    /** The head of the last commit. */
    public PartitionHead head() {
        return line.head();
    }

    /** The commits of this ownership. */
    public HeadLine line() {
        return line;
    }

    /** The catalog by whose policies requests are served. */
    public CatalogView inForce() {
        return inForce;
    }

    /** Rule 6: the time of the partition in seconds, which never falls. */
    public long now() {
        long now = node.rules().now(head(), highWater.second(), node.servedWall());
        return highWater.raise(standsStill ? node.rules().nowDuringShift(highWater.second(), now) : now);
    }

    /** Rule 8: the time that a purge goes by, in seconds; never ahead of {@link #now}. */
    public long purgeTime() {
        return node.rules()
                .purgeTime(now(), node.purgeClock().wall(), head().time().shift());
    }

    /** Whether it serves requests now: it takes them, and the lease is valid. */
    public boolean isServing() {
        return mayRespond() && takesRequests();
    }

    /** Whether it takes requests as long as the lease is valid: neither is it being given away nor has a split fenced it. */
    public boolean takesRequests() {
        return !isClosing() && head().ownership().state() != PartitionHead.State.FENCED;
    }

    /** Rule 7: to be asked after the last read and before the response. A 404, 409 or 412 is a read too. */
    public boolean mayRespond() {
        return !lost && !closing && node.is(owner) && node.lease().isValid();
    }

    /** Whether it takes no more requests. */
    public boolean isClosing() {
        return closing || lost;
    }

    /** Stops reads and writes. */
    void close() {
        closing = true;
    }

    /** Takes requests again: what it was closed for has certainly not happened. */
    void reopen() {
        closing = false;
    }

    /** Whether this ownership is over. */
    public boolean isLost() {
        return lost;
    }

    /** The partition belongs to somebody else, or to nobody that is known. */
    void lose() {
        lost = true;
        changeList = null;
        node.remove(this);
    }

    /** Rule 12 (d): collects what is committed from now on. In the commit turn. */
    void follow(@Nullable ChangeList list) {
        changeList = list;
    }

    /**
     * Rule 8: commits a write, a purge or a change of the catalog, in the commit turn. A purge decides by {@link #purgeTime}.
     *
     * @param next the head after it; its ownership is replaced
     */
    public StoreStep commit(PartitionHead next, @Nullable Object changes, HeadLine.Settled settled) {
        return commit(next, line.next(), changes, settled);
    }

    private StoreStep commit(
            PartitionHead next, Ownership ownership, @Nullable Object changes, HeadLine.Settled settled) {
        return line.commit(next.with(ownership), false, changes, result -> {
            if (result == Result.APPLIED && changes != null && changeList != null) {
                changeList.add(changes);
            }
            return settled.then(noteLoss(result));
        });
    }

    /** The sequence that the next commit gets. */
    public long nextSequence() {
        return line.nextSequence();
    }

    /** Rule 9: what is lost or in doubt is closed; in doubt, it is to be acquired again. */
    private Result noteLoss(Result result) {
        if (result == Result.IN_DOUBT) {
            node.doubt(number(), head().epoch());
            lose();
        } else if (result == Result.LOST || result == Result.LOST_UNKNOWN) {
            lose();
        }
        return result;
    }

    /** Rule 9: the end of a commit was not seen, so it may still be applied. */
    public void abandon() {
        Result unused = noteLoss(Result.IN_DOUBT);
    }

    /** Rule 12: commits another state of the head, in the commit turn. */
    StoreStep become(PartitionHead.State state, long floor, List<Integer> children, HeadLine.Settled settled) {
        Time time = head().time();
        PartitionHead next = HeadLine.changed(
                head(),
                head().ownership(),
                new Time(Math.max(time.floor(), floor), time.newest(), time.shift()),
                children);
        return commit(next, line.next(state, head().epoch(), owner), null, settled);
    }

    /** The largest second that was used. */
    public long highWater() {
        return highWater.second();
    }

    /**
     * Rule 11, in the commit turn: goes by a newer catalog from now on. A partition that has left the map is closed; a new shift
     * is committed first (rule 6), and takes effect together with the policies.
     */
    public @Nullable StoreStep switchTo(CatalogView newer) {
        if (newer.version() <= inForce.version() || lost) {
            return null;
        }
        if (!newer.contains(number())) {
            close();
            lose();
            return null;
        }
        if (newer.shift() == head().time().shift()) {
            inForce = newer;
            return null;
        }
        standsStill = true;
        return commit(withShift(newer.shift()), null, result -> {
            standsStill = false;
            if (result == Result.APPLIED) {
                inForce = newer;
            }
            return null;
        });
    }

    /** Rule 6: the head with a new shift. Its floor keeps time from falling. */
    private PartitionHead withShift(long shift) {
        Time time = head().time();
        return HeadLine.changed(
                head(),
                head().ownership(),
                new Time(node.rules().shiftFloor(head(), highWater.second()), time.newest(), shift),
                head().children());
    }

    /** Rule 10, in the commit turn: gives the partition away. The next owner can start at once. */
    public @Nullable StoreStep release() {
        if (lost) {
            return null;
        }
        close();
        Time time = head().time();
        long floor = node.rules()
                .releaseFloor(
                        head(),
                        highWater.second(),
                        node.clocks().wall(),
                        node.lease().validUntil());
        Ownership nobody = line.next(head().ownership().state(), head().epoch() + 1, Ownership.NOBODY);
        PartitionHead next =
                HeadLine.changed(head(), nobody, new Time(floor, time.newest(), time.shift()), head().children());
        return new StoreStep.WriteHead(number(), head(), next, false, null, outcome -> {
            // Whatever the outcome is, this ownership is over: an acquire settles it.
            lose();
            return null;
        });
    }
}
