package org.mayflydb.server;

import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Capability;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.DerivedSet;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.ForwardingPartition;
import org.mayflydb.storage.ForwardingStore;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;

/**
 * A store that notes every call on an event loop except for gets of a store with local reads: point reads are served there, nothing
 * else is.
 */
public final class EventLoopGuard extends ForwardingStore {
    private final Set<String> violations = new ConcurrentSkipListSet<>();

    public EventLoopGuard(Store inner) {
        super(inner);
    }

    /** The kinds of calls that were made on an event loop, each with the method of ours that began it. */
    public Set<String> violations() {
        return violations;
    }

    private void check(String call) {
        if (Thread.currentThread() instanceof FastThreadLocalThread) {
            String caller = StackWalker.getInstance()
                    .walk(frames -> frames.filter(frame -> frame.getClassName().startsWith("org.mayflydb.database"))
                            .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                            .findFirst()
                            .orElse("?"));
            violations.add(call + " by " + caller);
        }
    }

    private void checkRead(String call) {
        if (!can(Capability.LOCAL_READS)) {
            check(call);
        }
    }

    @Override
    public CommitOutcome createPartition(int number, Commit first) {
        check("createPartition");
        return super.createPartition(number, first);
    }

    @Override
    public CommitOutcome drop(int number, Commit last) {
        check("drop");
        return super.drop(number, last);
    }

    @Override
    public List<Integer> partitionNumbers() {
        check("partitionNumbers");
        return super.partitionNumbers();
    }

    @Override
    public StorePartition partition(int number) {
        return new GuardedPartition(inner().partition(number));
    }

    @Override
    public void drop(int number) {
        check("drop");
        super.drop(number);
    }

    @Override
    public void sync() {
        check("sync");
        super.sync();
    }

    private final class GuardedPartition extends ForwardingPartition {
        GuardedPartition(StorePartition inner) {
            super(inner);
        }

        @Override
        public byte @Nullable [] get(Space space, byte[] key) {
            checkRead("get");
            return super.get(space, key);
        }

        @Override
        public List<byte @Nullable []> getAll(Space space, List<byte[]> keys) {
            checkRead("getAll");
            return super.getAll(space, keys);
        }

        @Override
        public ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax) {
            check("scan");
            return super.scan(space, range, direction, entriesMax, bytesMax);
        }

        @Override
        public KeyPage scanKeys(Space space, KeyRange range, int keysMax) {
            check("scanKeys");
            return super.scanKeys(space, range, keysMax);
        }

        @Override
        public ReadPoint readPoint() {
            check("readPoint");
            return super.readPoint();
        }

        @Override
        public CommitOutcome commit(Commit commit) {
            check("commit");
            return super.commit(commit);
        }

        @Override
        public CommitOutcome ingest(DerivedSet set) {
            check("ingest");
            return super.ingest(set);
        }

        @Override
        public void deleteRange(Space space, KeyRange range) {
            check("deleteRange");
            super.deleteRange(space, range);
        }

        @Override
        public long approximateBytes(Space space, KeyRange range) {
            check("approximateBytes");
            return super.approximateBytes(space, range);
        }
    }
}
