package org.mayflydb.storage;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A store that misbehaves on request, around one that does not. Unarmed it is the inner store.
 *
 * <p>A fault is armed for the nth call from now among the calls it concerns, strikes once, and is then gone:
 *
 * <pre>{@code
 * FaultyStore store = new FaultyStore(new MemoryStore());
 * store.failCall(2, Call.GET, Call.SCAN);      // the second read from now is refused
 * store.loseAnswer(1, true);                   // the next commit is applied and answers UNKNOWN
 * store.delayCommit(1, 5);                     // the next commit answers UNKNOWN and is applied five calls later
 * store.unreliable(seed, 20);                  // a fifth of all commits is lost, applied without an answer, or late
 * store.beforeCommit(1, () -> other.write());  // something happens just before the next commit
 * store = store.crash();                       // the power fails, and comes back
 * }</pre>
 *
 * <p>If several faults strike one call, hooks run first, then a failure wins over a lost answer.
 */
public final class FaultyStore implements Store {

    /** The calls that can be made to fail. */
    public enum Call {
        GET,
        SCAN,
        SCAN_KEYS,
        READ_POINT,
        COMMIT,
        INGEST,
        DELETE_RANGE,
        APPROXIMATE_BYTES,
        PARTITION_NUMBERS,
        DROP,
        SYNC,
        VERIFY_CHECKSUMS
    }

    private sealed interface Fault {
        record Fail() implements Fault {}

        record LoseAnswer(boolean applied) implements Fault {}

        record Delay(int calls) implements Fault {}

        record Run(Runnable hook) implements Fault {}
    }

    private static final class Armed {
        final Set<Call> calls;
        final Fault fault;
        int callsLeft;

        Armed(Set<Call> calls, Fault fault, int callsLeft) {
            this.calls = calls;
            this.fault = fault;
            this.callsLeft = callsLeft;
        }
    }

    /**
     * What the faults that struck a commit left to do: what it answers, and whether and when it takes place.
     *
     * @param calls after how many calls a late one takes place
     */
    record CommitFault(Kind kind, int calls) {
        enum Kind {
            NONE,
            UNKNOWN_APPLIED,
            UNKNOWN_NOT_APPLIED,
            LATE
        }

        static final CommitFault NONE = new CommitFault(Kind.NONE, 0);

        static CommitFault lost(boolean applied) {
            return new CommitFault(applied ? Kind.UNKNOWN_APPLIED : Kind.UNKNOWN_NOT_APPLIED, 0);
        }
    }

    /** The latest that a random late commit is applied. */
    private static final int LATE_CALLS_MAX = 12;

    private final Store inner;
    private final UnsyncedChanges unsynced;
    private final LateCommits late;
    private @Nullable Random random; // guarded by armed
    private int faultPercent; // guarded by armed
    private final List<Armed> armed = new ArrayList<>(); // guarded by itself
    private final List<StoreListener> listeners = new CopyOnWriteArrayList<>();
    private volatile StoreHealth health = StoreHealth.AVAILABLE;
    private volatile boolean crashed;

    public FaultyStore(Store inner) {
        this.inner = inner;
        this.unsynced = new UnsyncedChanges(inner);
        this.late = new LateCommits(unsynced, this::checkRunning);
    }

    /** The nth call from now, of the kinds given or of any kind if none is, throws and changes nothing. */
    public FaultyStore failCall(int nth, Call... calls) {
        return arm(nth, calls.length == 0 ? Set.of(Call.values()) : Set.of(calls), new Fault.Fail());
    }

    /**
     * The nth commit from now answers {@link CommitOutcome#UNKNOWN}. If {@code applied}, it was carried out as asked before
     * its answer was lost, which includes that a condition may have failed; otherwise it never arrived.
     */
    public FaultyStore loseAnswer(int nth, boolean applied) {
        return arm(nth, Set.of(Call.COMMIT), new Fault.LoseAnswer(applied));
    }

    /** The next commit is applied, but its outcome cannot be found out: its answer is lost, and the call after it fails. */
    public FaultyStore leaveNextOutcomeUnknown() {
        return loseAnswer(1, true).beforeCommit(1, () -> failCall(1, Call.GET, Call.COMMIT));
    }

    /**
     * The nth commit from now answers {@link CommitOutcome#UNKNOWN}, and is carried out just before the call that is so many
     * calls later, if its conditions hold by then.
     */
    public FaultyStore delayCommit(int nth, int calls) {
        return arm(nth, Set.of(Call.COMMIT), new Fault.Delay(calls));
    }

    /** Carries out all commits that are still delayed. */
    public void applyLate() {
        late.applyAll();
    }

    /**
     * From now on, so many percent of all commits answer {@link CommitOutcome#UNKNOWN}: of these some never arrive, some are
     * carried out at once, and some up to {@value #LATE_CALLS_MAX} calls later, in any order.
     */
    public FaultyStore unreliable(long seed, int percent) {
        synchronized (armed) {
            random = new Random(seed);
            faultPercent = percent;
        }
        return this;
    }

    /**
     * Runs {@code hook} on the calling thread just before the nth commit from now, with no lock held: it may wait for other
     * threads, and its own calls to this store are calls like any other.
     */
    public FaultyStore beforeCommit(int nth, Runnable hook) {
        return arm(nth, Set.of(Call.COMMIT), new Fault.Run(hook));
    }

    /** Runs {@code hook} as {@link #beforeCommit} does, before the nth call of that kind from now. */
    public FaultyStore beforeCall(int nth, Call call, Runnable hook) {
        return arm(nth, Set.of(call), new Fault.Run(hook));
    }

    /** Claims this health and tells listeners. Changes nothing else: writes are taken as before. */
    public FaultyStore claim(StoreHealth claimed) {
        health = claimed;
        listeners.forEach(listener -> listener.healthChanged(claimed));
        return this;
    }

    /** Tells listeners that unknown outcomes are settled. */
    public void settle() {
        listeners.forEach(StoreListener::settled);
    }

    /** True if a fault has not struck yet; a test that fails every call in turn ends when the fault outlives the run. */
    public boolean isArmed() {
        synchronized (armed) {
            return !armed.isEmpty();
        }
    }

    /** Forgets every fault that has not struck. */
    public FaultyStore disarm() {
        synchronized (armed) {
            armed.clear();
            random = null;
        }
        return this;
    }

    /**
     * The power fails: everything since the last synced commit or {@link #sync()} is undone, removals of ranges and
     * partitions included, and this store refuses every call from now on. A commit under way ends before that.
     *
     * @return a store without faults on what was left; the inner store stays open
     */
    public FaultyStore crash() {
        unsynced.undo(() -> crashed = true);
        return new FaultyStore(inner);
    }

    @Override
    public String location() {
        return inner.location();
    }

    /** Those of the inner store, but for copies. */
    @Override
    public Set<Capability> capabilities() {
        return inner.capabilities().stream()
                .filter(capability -> capability != Capability.CHECKPOINTS)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public StoreLimits limits() {
        return inner.limits();
    }

    @Override
    public List<Integer> partitionNumbers() {
        before(Call.PARTITION_NUMBERS);
        return inner.partitionNumbers();
    }

    @Override
    public StorePartition partition(int number) {
        checkRunning();
        return new FaultyPartition(this, unsynced, number, inner.partition(number));
    }

    @Override
    public CommitOutcome drop(int number, Commit last) {
        before(Call.DROP);
        return unsynced.dropping(number, last, this::checkRunning);
    }

    @Override
    public void drop(int number) {
        before(Call.DROP);
        unsynced.removing(
                number, List.of(Space.values()), KeyRange.all(), this::checkRunning, () -> inner.drop(number));
    }

    /** Returns how often everything written so far became durable. */
    public long syncs() {
        return unsynced.syncs();
    }

    /** Makes everything written so far durable, whatever is armed. */
    public void syncInAnyCase() {
        unsynced.syncing(this::checkRunning, inner::sync);
    }

    @Override
    public void sync() {
        before(Call.SYNC);
        unsynced.syncing(this::checkRunning, inner::sync);
    }

    @Override
    public void verifyChecksums() {
        before(Call.VERIFY_CHECKSUMS);
        inner.verifyChecksums();
    }

    @Override
    public StoreHealth health() {
        return health;
    }

    @Override
    public void listen(StoreListener listener) {
        listeners.add(listener);
    }

    @Override
    public void close() {
        if (!crashed) {
            inner.close();
        }
    }

    /** Lets the faults strike that are due at this call. */
    CommitFault before(Call call) {
        checkRunning();
        late.tick();
        CommitFault commitFault = call == Call.COMMIT ? randomFault() : CommitFault.NONE;
        boolean fails = false;
        for (Fault fault : due(call)) {
            if (fault instanceof Fault.Run run) {
                run.hook().run();
            } else if (fault instanceof Fault.LoseAnswer lost) {
                commitFault = CommitFault.lost(lost.applied());
            } else if (fault instanceof Fault.Delay delay) {
                commitFault = new CommitFault(CommitFault.Kind.LATE, delay.calls());
            } else {
                fails = true;
            }
        }
        if (fails) {
            throw new StoreUnavailableException("an armed fault refused the call " + call);
        }
        return commitFault;
    }

    private CommitFault randomFault() {
        synchronized (armed) {
            if (random == null || random.nextInt(100) >= faultPercent) {
                return CommitFault.NONE;
            }
            return switch (random.nextInt(3)) {
                case 0 -> CommitFault.lost(false);
                case 1 -> CommitFault.lost(true);
                default -> new CommitFault(CommitFault.Kind.LATE, 1 + random.nextInt(LATE_CALLS_MAX));
            };
        }
    }

    void delay(int number, Commit commit, int calls) {
        late.add(number, commit, calls);
    }

    void checkRunning() {
        if (crashed) {
            throw new StoreUnavailableException("the store has crashed");
        }
    }

    private List<Fault> due(Call call) {
        List<Fault> due = new ArrayList<>(0);
        synchronized (armed) {
            for (Iterator<Armed> candidates = armed.iterator(); candidates.hasNext(); ) {
                Armed candidate = candidates.next();
                if (candidate.calls.contains(call) && --candidate.callsLeft == 0) {
                    candidates.remove();
                    due.add(candidate.fault);
                }
            }
        }
        return due;
    }

    private FaultyStore arm(int nth, Set<Call> calls, Fault fault) {
        if (nth < 1) {
            throw new IllegalArgumentException("calls are counted from 1, not " + nth);
        }
        synchronized (armed) {
            armed.add(new Armed(calls, fault, nth));
        }
        return this;
    }
}
