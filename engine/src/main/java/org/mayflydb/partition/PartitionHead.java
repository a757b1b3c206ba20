package org.mayflydb.partition;

import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.key.Keyspace;
import org.mayflydb.storage.StoreReads;

/**
 * The record that every commit of a partition is conditional on, and rewrites. No two commits write the same head.
 *
 * @param children the partitions that it is being split into; only while it is splitting or fenced
 * @param collisions true if different partition keys with the same hash and id were ever stored here
 * @param cleanStop the LSN at a clean stop; empty while the partition may be written
 * @param reservedLsn with relaxed durability, no write has been given a higher LSN, not even one that a power failure took; 0
 *     if every LSN given out is durable
 */
public record PartitionHead(
        Ownership ownership,
        Time time,
        Counters counters,
        PurgeMarks purged,
        List<Integer> children,
        boolean collisions,
        OptionalLong cleanStop,
        long reservedLsn) {

    public static final byte[] KEY = Keyspace.HEAD.prefix();

    /** The head of a partition that was never written. */
    public static final PartitionHead EMPTY = new PartitionHead(
            Ownership.NONE, Time.NONE, Counters.NONE, PurgeMarks.NONE, List.of(), false, OptionalLong.empty());

    /** What a partition is used for. The numbers are stored and never change. */
    public enum State {
        ACTIVE(0),
        /** Its children are being filled while it is still in use. */
        SPLITTING(1),
        /** Its children take its place; it takes no more writes. */
        FENCED(2),
        /** A child that is not in use yet. */
        COPYING(3),
        /** Its entries are to be removed. */
        DROPPED(4);

        private final byte number;

        State(int number) {
            this.number = (byte) number;
        }

        byte number() {
            return number;
        }

        static State ofNumber(byte number) {
            for (State state : values()) {
                if (state.number == number) {
                    return state;
                }
            }
            throw new CorruptStoreException("A partition head has the unknown state " + number);
        }
    }

    /**
     * Who writes the partition.
     *
     * @param epoch counts the owners; a writer that finds another epoch or owner than its own has lost the partition
     * @param owner the id of the process that owns it
     * @param sequence counts attempts to commit, applied or not, and so tells the commits of an owner apart
     * @param nonce tells apart the times that one process opened the partition
     */
    public record Ownership(State state, long epoch, UUID owner, long sequence, long nonce) {
        /** The owner of a partition that has none. */
        public static final UUID NOBODY = new UUID(0, 0);

        static final Ownership NONE = new Ownership(State.ACTIVE, 0, NOBODY, 0, 0);
    }

    /**
     * The time of the partition, in seconds.
     *
     * @param floor no request is served at an earlier time; never before {@code newest}
     * @param newest the newest {@code _ts}
     * @param shift by how much the clock of the database is moved; always 0 in this version
     */
    public record Time(long floor, long newest, long shift) {
        static final Time NONE = new Time(0, 0, 0);
    }

    /**
     * What has been written.
     *
     * @param lastLsn the LSN of the newest write
     * @param lastDocument the newest document number
     * @param items the number of items, including expired ones until they are purged
     * @param bytes the size of their JSON
     */
    public record Counters(long lastLsn, long lastDocument, long items, long bytes) {
        /** As in Azure Cosmos DB, creating the container takes the first LSN and the first write the second. */
        static final Counters NONE = new Counters(1, 0, 0, 0);

        private Counters with(long newLastLsn) {
            return new Counters(newLastLsn, lastDocument, items, bytes);
        }
    }

    /**
     * Where a purge starts.
     *
     * @param lsn up to here {@link Keyspace#FEED} contains no item that inherits its TTL
     * @param deadline before this second {@link Keyspace#EXPIRY} contains no entry
     * @param deadlineLsn within that second it contains none up to here
     */
    public record PurgeMarks(long lsn, long deadline, long deadlineLsn) {
        static final PurgeMarks NONE = new PurgeMarks(0, 0, 0);
    }

    public PartitionHead {
        children = List.copyOf(children);
    }

    /** A head without reserved LSNs. */
    public PartitionHead(
            Ownership ownership,
            Time time,
            Counters counters,
            PurgeMarks purged,
            List<Integer> children,
            boolean collisions,
            OptionalLong cleanStop) {
        this(ownership, time, counters, purged, children, collisions, cleanStop, 0);
    }

    /** The head that a partition has in the store. */
    public static PartitionHead stored(StoreReads partition) {
        byte[] value = partition.get(KEY);
        return value == null ? EMPTY : decode(value);
    }

    public static PartitionHead decode(byte[] value) {
        return HeadCodec.decode(value);
    }

    public byte[] encode() {
        return HeadCodec.encode(this);
    }

    /** The head of a child that this partition's entries of one range were copied to. */
    public PartitionHead child(long items, long bytes) {
        return new PartitionHead(
                Ownership.NONE,
                time,
                new Counters(counters.lastLsn, counters.lastDocument, items, bytes),
                purged,
                List.of(),
                collisions,
                OptionalLong.empty());
    }

    /** The same head with a time floor that is not before {@code second}. */
    public PartitionHead notBefore(long second) {
        return second <= time.floor ? this : with(new Time(second, time.newest, time.shift));
    }

    private PartitionHead with(Time newTime) {
        return new PartitionHead(ownership, newTime, counters, purged, children, collisions, cleanStop, reservedLsn);
    }

    /** The same head, written by another commit. */
    public PartitionHead with(Ownership newOwnership) {
        return new PartitionHead(newOwnership, time, counters, purged, children, collisions, cleanStop, reservedLsn);
    }

    /** The same head with other reserved LSNs. */
    PartitionHead reserving(long newReservedLsn) {
        return newReservedLsn == reservedLsn
                ? this
                : new PartitionHead(ownership, time, counters, purged, children, collisions, cleanStop, newReservedLsn);
    }

    /**
     * The head as this process continues from it. After an unclean stop of another process, relaxed writes may be lost, and
     * clients may hold their LSNs in session tokens: the next write comes after all that were reserved.
     */
    public PartitionHead resumedBy(UUID process) {
        return cleanStop.isPresent() || ownership.owner.equals(process) || reservedLsn <= counters.lastLsn
                ? this
                : new PartitionHead(
                        ownership,
                        time,
                        counters.with(reservedLsn),
                        purged,
                        children,
                        collisions,
                        cleanStop,
                        reservedLsn);
    }

    /** What must hold of every head, checked when it is written and when it is read; null if it holds. */
    @Nullable
    String contradiction() {
        boolean splits = ownership.state == State.SPLITTING || ownership.state == State.FENCED;
        if (ownership.epoch < 0 || ownership.sequence < 0) {
            return "its epoch or sequence is negative";
        } else if (time.floor < time.newest) {
            return "its time floor is before its newest _ts";
        } else if (counters.lastLsn < 0 || counters.lastDocument < 0 || counters.items < 0 || counters.bytes < 0) {
            return "one of its counters is negative";
        } else if (purged.lsn > counters.lastLsn || purged.deadlineLsn > counters.lastLsn) {
            return "a purge mark is beyond its last LSN";
        } else if (!children.isEmpty() && !splits) {
            return "it has children but is not being split";
        } else if (cleanStop.isPresent() && cleanStop.getAsLong() != counters.lastLsn) {
            return "it was written after a clean stop that it still records";
        } else if (reservedLsn != 0 && reservedLsn < counters.lastLsn) {
            return "its last LSN is beyond the reserved ones";
        }
        return null;
    }

    public long epoch() {
        return ownership.epoch;
    }

    public UUID owner() {
        return ownership.owner;
    }

    public long sequence() {
        return ownership.sequence;
    }

    /** No request is served at an earlier second than this. */
    public long timeFloor() {
        return time.floor;
    }

    public long lastLsn() {
        return counters.lastLsn;
    }

    public long lastDocument() {
        return counters.lastDocument;
    }

    public long items() {
        return counters.items;
    }

    public long bytes() {
        return counters.bytes;
    }

    public long purgedLsn() {
        return purged.lsn;
    }

    public long purgedDeadline() {
        return purged.deadline;
    }

    public long purgedDeadlineLsn() {
        return purged.deadlineLsn;
    }
}
