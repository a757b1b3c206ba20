package org.mayflydb.partition;

import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ClockWatch;
import org.mayflydb.key.EpkRange;
import org.mayflydb.partition.PendingWrite.Sharing;
import org.mayflydb.storage.Capability;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;

/** One partition: what is stored, the range of keys it holds, its time and its writer. */
public final class Partition {
    private static final int DELETED_ENTRIES_MAX = 1000;
    private static final long DELETED_BYTES_MAX = 4L * 1024 * 1024;

    private final PartitionSpec spec;
    private final ClockWatch clock;
    private final StorePartition store;
    private final PartitionOwner owner;
    private final GroupCommit groupCommit;
    private final PartitionWriter writer;

    /** What all partitions of a database share. {@code owner} is drawn at random once per opening of the store. */
    public record Environment(Store store, ClockWatch clock, Durability durability, UUID owner) {
        /** With a clock that is trusted whatever it shows. */
        public Environment(Store store, InstantSource clock, Durability durability, UUID owner) {
            this(store, ClockWatch.trusting(clock), durability, owner);
        }
    }

    /** A partition of a store that this process has to itself. */
    public Partition(PartitionSpec spec, Environment environment) {
        this(
                spec,
                environment,
                environment.store().partition(spec.number()),
                new SoleOwner(
                        spec.number(),
                        environment.store(),
                        environment.clock(),
                        environment.durability(),
                        environment.owner()));
    }

    private Partition(PartitionSpec spec, Environment environment, StorePartition store, PartitionOwner owner) {
        this.spec = spec;
        this.clock = environment.clock();
        this.store = store;
        this.owner = owner;
        this.groupCommit = new GroupCommit(
                store, environment.store().can(Capability.LOCAL_READS), owner, environment.durability());
        this.writer = new PartitionWriter(groupCommit);
    }

    /** A partition of a store that processes share: whatever is read is refused if the owner may have changed meanwhile. */
    public static Partition shared(PartitionSpec spec, Environment environment, PartitionOwner owner) {
        StorePartition store = environment.store().partition(spec.number());
        return new Partition(spec, environment, new OwnedReads(store, owner), owner);
    }

    public PartitionSpec spec() {
        return spec;
    }

    public int number() {
        return spec.number();
    }

    public EpkRange range() {
        return spec.range();
    }

    /** For reading only; changes go through {@link #write}. */
    public StorePartition store() {
        return store;
    }

    /**
     * The time in seconds that a request to this partition is served at. It never goes back, not even across a clean
     * restart: it is at least the newest {@code _ts} and every time that was returned before.
     */
    public long now() {
        return owner.now();
    }

    /**
     * The newest second whose expired items and old changes may be deleted for good.
     *
     * @return {@link Long#MIN_VALUE} while the clock is not trusted
     */
    public long deletionSecond() {
        return owner.deletionSecond();
    }

    /** By how many seconds the time of this partition is ahead of the clock; 0 if it is not. */
    public long secondsAhead() {
        return Math.max(0, head().timeFloor() - clock.moment().second());
    }

    /** Stores the time served last, so that it does not go back after a restart. Does nothing if it is stored already. */
    public void saveTime() {
        if (owner.storableTime() > head().timeFloor()) {
            // A write under way carries the time by itself.
            writer.writeIfIdle(Transaction::commitTime);
        }
    }

    /**
     * Records a clean stop, and the time served last, unless a write is under way. A later commit takes the record back. In a
     * partition that this process has not written it only saves the time: what others left is not for it to mark.
     */
    public void saveStop() {
        if (head().owner().equals(owner.id())) {
            writer.writeIfIdle(Transaction::commitCleanStop);
        } else {
            saveTime();
        }
    }

    /** The head as of the last commit. */
    public PartitionHead head() {
        return owner.head();
    }

    /** The head with the time served last: what takes this partition's place continues from there. */
    public PartitionHead headNow() {
        return head().notBefore(owner.storableTime());
    }

    /** Runs the mutation, perhaps in one commit with others, and returns its result once it is committed. */
    public <R> R write(Mutation<R> mutation) {
        return writer.write(mutation, Sharing.ANY);
    }

    /**
     * Runs the mutation before any other of its commit, so that it may scan what is stored. Unlike one that is written alone
     * it shares the commit with writes that wait behind it.
     */
    public <R> R writeFirst(Mutation<R> mutation) {
        return writer.write(mutation, Sharing.FIRST);
    }

    /** Runs the mutation in a commit of its own, so that it may scan what is stored. */
    public <R> R writeAlone(Mutation<R> mutation) {
        return writer.write(mutation, Sharing.NONE);
    }

    /**
     * Runs an action in the turn of this partition: all earlier writes are committed, no later one has begun. Nothing is
     * committed, and unlike a mutation the action runs once and may have effects.
     */
    public <R> R inTurn(Supplier<R> action) {
        return writer.write(transaction -> action.get(), Sharing.TURN);
    }

    /**
     * Runs the mutation, perhaps in one commit with others, and calls the completion once it is committed or has failed.
     * Does not wait.
     *
     * @param bytes what the mutation keeps in memory, approximately
     * @param leaders runs the work; if it accepts none any more, the calling thread does the work
     * @throws org.mayflydb.base.TooBusyException if too much is waiting already; nothing is done then
     */
    public <R> void submit(Mutation<R> mutation, long bytes, Executor leaders, Completion<R> completion) {
        writer.submit(mutation, Sharing.ANY, bytes, leaders, completion);
    }

    /**
     * Deletes a range that nothing is written to any more, and that no reader expects to be whole. Where processes share the
     * store, it does so in commits, because nothing would stop another deletion once the partition has another owner.
     */
    public void deleteRange(KeyRange range) {
        if (owner instanceof SoleOwner) {
            store.deleteRange(range);
            return;
        }
        boolean more = true;
        while (more) {
            more = writeAlone(transaction -> {
                ScanPage page = transaction.scanStored(range, DELETED_ENTRIES_MAX, DELETED_BYTES_MAX);
                page.entries().forEach(entry -> transaction.delete(entry.key()));
                return !page.exhausted();
            });
        }
    }

    /** Registers a listener for all later commits; null removes it. */
    public void follow(@Nullable CommitListener listener) {
        groupCommit.follow(listener);
    }

    /**
     * Refuses all writes from now on with {@link org.mayflydb.base.GoneException#split}: other partitions have taken its
     * place. Readers that have begun can continue. To be called {@link #inTurn}.
     */
    public void retire() {
        groupCommit.retire();
    }

    public boolean isRetired() {
        return groupCommit.isRetired();
    }

    /** Returns true if it can be written: no split has replaced it and no other owner has taken it. */
    public boolean isWritable() {
        return !groupCommit.isRetired() && !owner.isLost();
    }

    /** Lets writes under way finish and refuses later ones. */
    public void close() {
        writer.close();
    }
}
