package org.mayflydb.partition;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Bytes;
import org.mayflydb.base.Invariant;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.partition.PartitionHead.PurgeMarks;
import org.mayflydb.partition.PartitionHead.Time;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StorePartition;

/**
 * What a {@link Mutation} sees and changes: the partition as the mutations before it in the same commit leave it.
 *
 * <p>Used by one thread. What was done since the last {@link #keep} is undone by {@link #rollback}.
 */
public final class Transaction {
    private static final long MILLIS_PER_SECOND = 1000;

    private final StorePartition store;

    /** Null where reads are local. */
    private final @Nullable FetchedValues fetched;

    private final long now;
    private final long writeTime;
    private final List<Commit.Change> changes = new ArrayList<>();

    /** The newest change to each key that a later mutation may {@link #get}. */
    private final Map<Bytes, Commit.Change> overlay = new HashMap<>();

    private long changedBytes;
    private long lastLsn;
    private long newestTimestamp;
    private long lastDocument;
    private long items;
    private long bytes;
    private PurgeMarks purged;
    private boolean collisions;

    /** Whether the writes of the mutation at hand share a sequence number, and how many have done so. */
    private boolean sharing;

    private int sharedWrites;

    private long loggedLsn;
    private int loggedChanges;

    /** Whether the mutation at hand may be lost, and whether one of those kept may not. */
    private boolean expendable;

    private boolean mustLast;
    private boolean timeOnly;
    private boolean cleanStop;

    private final PartitionHead before;
    private PartitionHead kept;
    private int keptChanges;
    private long keptBytes;

    /** What runs after the commit; null while there is nothing, which is the rule. */
    private @Nullable List<Runnable> effects;

    private int keptEffects;

    /** A transaction on a store whose reads are local. */
    Transaction(StorePartition store, PartitionHead before, long writeTime) {
        this(store, true, before, writeTime);
    }

    /**
     * @param localReads false if each read of the store is a round trip
     * @param writeTime the time of the partition in milliseconds
     */
    Transaction(StorePartition store, boolean localReads, PartitionHead before, long writeTime) {
        this.store = store;
        this.fetched = localReads ? null : new FetchedValues(store);
        this.now = Math.floorDiv(writeTime, MILLIS_PER_SECOND);
        this.writeTime = writeTime;
        this.before = before;
        this.kept = before;
        this.purged = before.purged();
        restore(before);
    }

    /** The head as it is before the commit of this transaction. */
    public PartitionHead before() {
        return before;
    }

    /** The time of the partition in seconds, which never goes back. It is the {@code _ts} of a write. */
    public long now() {
        return now;
    }

    /** The time of the commit in milliseconds, within the second {@link #now}. */
    public long writeTime() {
        return writeTime;
    }

    public byte @Nullable [] get(byte[] key) {
        Commit.Change pending = overlay.isEmpty() ? null : overlay.get(Bytes.wrap(key));
        if (pending != null) {
            return pending.value();
        }
        return fetched == null ? store.get(key) : fetched.get(key);
    }

    /** Reads what is stored under these keys in few calls, if reads are not local, because it will be {@link #get got}. */
    public void fetch(Iterable<byte[]> keys) {
        if (fetched != null) {
            fetched.fetch(keys);
        }
    }

    /** Returns true if an earlier mutation, or this one, has put or deleted the key in this commit. */
    public boolean isChanged(byte[] key) {
        return overlay.containsKey(Bytes.wrap(key));
    }

    /**
     * Scans what is stored. Changes of this transaction are not seen, so only a mutation that is written alone may use
     * it, and before it changes anything.
     */
    public ScanPage scanStored(KeyRange range, int entriesMax, long bytesMax) {
        return store.scan(range, Direction.FORWARD, entriesMax, bytesMax);
    }

    /** Puts an entry that later mutations may {@link #get}. */
    public void put(byte[] key, byte[] value) {
        remember(new Commit.Change(key, value));
    }

    /** Deletes an entry that later mutations may {@link #get}. */
    public void delete(byte[] key) {
        remember(new Commit.Change(key, null));
    }

    /** Puts an entry that no mutation ever gets, which saves remembering it. */
    public void putUnread(byte[] key, byte[] value) {
        add(new Commit.Change(key, value));
    }

    /** Deletes an entry that no mutation ever gets. */
    public void deleteUnread(byte[] key) {
        add(new Commit.Change(key, null));
    }

    /** Puts a derived entry; no mutation ever gets one. */
    public void putDerived(byte[] key, byte[] value) {
        add(new Commit.Change(Space.DERIVED, key, value));
    }

    /** Deletes a derived entry. */
    public void deleteDerived(byte[] key) {
        add(new Commit.Change(Space.DERIVED, key, null));
    }

    /** The sequence number of the next write, which is new unless the mutation {@link #shareLsn shares} one. */
    public long nextLsn() {
        newestTimestamp = now;
        if (!sharing || sharedWrites == 0) {
            lastLsn++;
        }
        sharedWrites++;
        return lastLsn;
    }

    /** Leaves out sequence numbers: the next write comes after this one. */
    public void skipTo(long lsn) {
        lastLsn = Math.max(lastLsn, lsn);
    }

    /** The place of the newest write among those that share its sequence number, from 0. */
    public short ordinal() {
        return sharing ? (short) (sharedWrites - 1) : 0;
    }

    /**
     * Gives all writes of this mutation one sequence number, and each a place under it: they are one transaction to
     * readers of the feed. To be called before the first of them.
     */
    public void shareLsn() {
        Invariant.check(changes.size() == keptChanges, "a mutation shares a sequence number from its beginning");
        sharing = true;
        sharedWrites = 0;
    }

    /** The newest sequence number. */
    public long lastLsn() {
        return lastLsn;
    }

    /** The place of the next change to be logged under a sequence number, counted from 0. */
    public short nextLogOrdinal(long lsn) {
        loggedChanges = lsn == loggedLsn ? loggedChanges + 1 : 0;
        loggedLsn = lsn;
        return (short) loggedChanges;
    }

    public long nextDocumentNumber() {
        return ++lastDocument;
    }

    /** Adjusts the number of items and the size of their JSON. */
    public void count(long itemsAdded, long bytesAdded) {
        items += itemsAdded;
        bytes += bytesAdded;
    }

    public long purgedLsn() {
        return purged.lsn();
    }

    public long purgedDeadline() {
        return purged.deadline();
    }

    /** Below {@code lsn} the feed holds no item that inherits its lifetime any more. */
    public void markPurgedLsn(long lsn) {
        purged = new PurgeMarks(lsn, purged.deadline(), purged.deadlineLsn());
    }

    public long purgedDeadlineLsn() {
        return purged.deadlineLsn();
    }

    /** Before {@code deadline} there is no expiry entry any more, nor in that second up to {@code lsn}. */
    public void markPurgedDeadline(long deadline, long lsn) {
        purged = new PurgeMarks(purged.lsn(), deadline, lsn);
    }

    /** Returns true if different partition keys with the same hash and id may be stored here. */
    public boolean hasCollisions() {
        return collisions;
    }

    /** Records that different partition keys with the same hash and id are stored here. */
    public void markCollisions() {
        collisions = true;
    }

    /** Has the commit made even if nothing else changes: every commit stores the time. */
    boolean commitTime() {
        timeOnly = true;
        expendable = true;
        return true;
    }

    /** Makes this commit the last one before a clean stop; a later one, if there is any, takes the mark away. */
    boolean commitCleanStop() {
        cleanStop = true;
        return commitTime();
    }

    /**
     * Says that what this mutation does is done again if it is lost with the power. Its commit then waits for the disk only
     * if another mutation in it wants that.
     */
    public void expendable() {
        expendable = true;
    }

    /** Whether the commit may be lost with the power: nobody was told of it, nor given a sequence number. */
    boolean isExpendable() {
        return !mustLast && kept.lastLsn() == before.lastLsn();
    }

    /** Runs a mutation, which the caller then keeps or rolls back. */
    <R> R run(Mutation<R> mutation) {
        return MutationCheck.isOn() ? MutationCheck.run(this, mutation) : mutation.apply(this);
    }

    /** What the mutation at hand has done so far, to be compared. */
    MutationCheck.Trace trace() {
        return new MutationCheck.Trace(
                List.copyOf(changes.subList(keptChanges, changes.size())),
                head(before.ownership(), before.cleanStop()),
                effects == null ? 0 : effects.size() - keptEffects);
    }

    void keep() {
        // First what may fail, so that all of it is kept or nothing.
        kept = head(before.ownership(), before.cleanStop());
        sharing = false;
        mustLast |= !expendable;
        expendable = false;
        keptChanges = changes.size();
        keptBytes = changedBytes;
        keptEffects = effects == null ? 0 : effects.size();
    }

    /** Undoes everything that the mutation at hand has done so far. */
    public void rollback() {
        sharing = false;
        expendable = false;
        loggedLsn = 0;
        if (effects != null) {
            effects.subList(keptEffects, effects.size()).clear();
        }
        // Most that fail do so before they change anything.
        if (changes.size() > keptChanges) {
            changes.subList(keptChanges, changes.size()).clear();
            overlay.clear();
            for (Commit.Change change : changes) {
                overlay.put(Bytes.wrap(change.key()), change);
            }
            changedBytes = keptBytes;
        }
        restore(kept);
    }

    /** True if there is nothing to commit. */
    boolean isUnchanged() {
        return changes.isEmpty() && kept.equals(before) && !timeOnly;
    }

    long changedBytes() {
        return changedBytes;
    }

    int changeCount() {
        return changes.size();
    }

    /**
     * Registers what the mutation at hand does beside its changes. It runs once, after the commit is applied and before any
     * later mutation, on the thread that commits; so it is quick and waits for nothing. It never runs if the mutation or
     * its commit fails.
     */
    public void onCommit(Runnable effect) {
        if (effects == null) {
            effects = new ArrayList<>();
        }
        effects.add(effect);
    }

    /** The transaction is committed: runs the effects of its mutations, in their order. */
    void committed() {
        List<Runnable> registered = effects;
        if (registered == null) {
            return;
        }
        effects = null;
        for (Runnable effect : registered) {
            try {
                effect.run();
            } catch (RuntimeException | Error bug) {
                // The writes have succeeded.
                Uncaught.report(bug);
            }
        }
    }

    /** How many bytes of JSON the mutations of this commit have added so far; negative if they have removed more. */
    public long addedBytes() {
        return bytes - before.bytes();
    }

    /** How many entries the mutation at hand has changed so far. */
    public int ownChanges() {
        return changes.size() - keptChanges;
    }

    /** How many bytes the keys and values have that the mutation at hand has changed so far. */
    public long ownBytes() {
        return changedBytes - keptBytes;
    }

    /** The head that the commit of this transaction writes. */
    PartitionHead head(Ownership ownership) {
        return head(ownership, cleanStop ? OptionalLong.of(lastLsn) : OptionalLong.empty());
    }

    private PartitionHead head(Ownership ownership, OptionalLong cleanStop) {
        Time time = before.time();
        return new PartitionHead(
                ownership,
                newestTimestamp == time.newest()
                        ? time
                        : new Time(Math.max(time.floor(), newestTimestamp), newestTimestamp, time.shift()),
                new PartitionHead.Counters(lastLsn, lastDocument, items, bytes),
                purged,
                before.children(),
                collisions,
                cleanStop,
                before.reservedLsn());
    }

    List<Commit.Change> changes() {
        return List.copyOf(changes);
    }

    Commit toCommit(Durability durability) {
        return new Commit(durability, changes);
    }

    private void restore(PartitionHead head) {
        lastLsn = head.lastLsn();
        newestTimestamp = head.time().newest();
        lastDocument = head.lastDocument();
        items = head.items();
        bytes = head.bytes();
        purged = head.purged();
        collisions = head.collisions();
    }

    private void remember(Commit.Change change) {
        overlay.put(Bytes.wrap(change.key()), change);
        add(change);
    }

    private void add(Commit.Change change) {
        changes.add(change);
        changedBytes += change.key().length + (change.value() == null ? 0 : change.value().length);
    }
}
