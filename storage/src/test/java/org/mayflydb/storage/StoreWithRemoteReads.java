package org.mayflydb.storage;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says that the reads of another store are not local, and counts them, each of which would be a round trip. */
public final class StoreWithRemoteReads extends ForwardingStore {
    private final AtomicInteger reads = new AtomicInteger();

    public StoreWithRemoteReads(Store inner) {
        super(inner);
    }

    /** How many calls have read a partition so far. */
    public int reads() {
        return reads.get();
    }

    @Override
    public Set<Capability> capabilities() {
        return super.capabilities().stream()
                .filter(capability -> capability != Capability.LOCAL_READS)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public StorePartition partition(int number) {
        return new RemotePartition(super.partition(number));
    }

    private final class RemotePartition extends ForwardingPartition {
        RemotePartition(StorePartition inner) {
            super(inner);
        }

        @Override
        public byte @Nullable [] get(Space space, byte[] key) {
            reads.incrementAndGet();
            return super.get(space, key);
        }

        @Override
        public List<byte @Nullable []> getAll(Space space, List<byte[]> keys) {
            reads.incrementAndGet();
            return super.getAll(space, keys);
        }

        @Override
        public ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax) {
            reads.incrementAndGet();
            return super.scan(space, range, direction, entriesMax, bytesMax);
        }

        @Override
        public KeyPage scanKeys(Space space, KeyRange range, int keysMax) {
            reads.incrementAndGet();
            return super.scanKeys(space, range, keysMax);
        }
    }
}
