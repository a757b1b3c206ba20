package org.mayflydb.partition;

import java.util.UUID;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.storage.Commit;

/**
 * How a process owns a partition: the head that its commits continue, the time that it serves requests at, and whether it may
 * still respond. {@link SoleOwner} is for a store that one process has to itself; processes that share a store own partitions
 * by lease.
 *
 * <p>Where a method says "in the commit turn", one thread at a time calls it.
 */
public interface PartitionOwner {

    /** The id of this process in the heads that it writes. */
    UUID id();

    /** The head as of the last commit. */
    PartitionHead head();

    /** The time of a request in seconds: never behind the newest {@code _ts}, nor behind a time that was returned before. */
    long now();

    /** What the clock shows, in milliseconds; for the order of writes within a second. */
    long millis();

    /** The newest second that was returned and may be stored in a head. */
    long storableTime();

    /**
     * The newest second whose expired items and old changes may be deleted for good; {@link Long#MIN_VALUE} while nothing may be.
     */
    long deletionSecond();

    /** Returns true if this ownership is over: another process has the partition, or may have it. */
    boolean isLost();

    /**
     * To be called after a read, before anything is concluded from it.
     *
     * @throws org.mayflydb.base.GoneException if another process may have changed the partition before that read
     */
    void checkMayRespond();

    /**
     * Makes the partition ready for a commit, in the commit turn.
     *
     * @throws org.mayflydb.base.MayflyException if this process cannot write it
     */
    void prepare();

    /** As {@link #prepare}, for an action that takes a turn and commits nothing by itself. */
    default void prepareTurn() {
        prepare();
    }

    /** The ownership that the next commit writes, in the commit turn. No sequence number is used twice, whatever becomes of it. */
    Ownership nextOwnership();

    /**
     * Commits on the exact head of the last commit, in the commit turn.
     *
     * @return true if the commit is applied, false if it never will be and its mutations have to run again
     * @throws org.mayflydb.base.MayflyException if the partition is lost, or the outcome stays unknown
     */
    boolean commit(Commit commit, PartitionHead next);

    /** A commit may have been interrupted, so that what is known of the head may be wrong; in the commit turn. */
    void doubt();
}
