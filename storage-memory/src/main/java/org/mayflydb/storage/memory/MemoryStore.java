package org.mayflydb.storage.memory;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.mayflydb.storage.Capability;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.PartitionObjects;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreLimits;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreUnavailableException;

/** Keeps everything on the heap. Keys and values of a commit are kept as given, so they must not be changed afterwards. */
public final class MemoryStore implements Store {

    private static final Set<Capability> CAPABILITIES =
            Set.of(Capability.LOCAL_READS, Capability.SNAPSHOTS, Capability.SYNC, Capability.SIZE_ESTIMATES);

    /** The entries of partitions that were written and not dropped since. */
    private final ConcurrentMap<Integer, MemoryEntries> written;

    /** The entries of every partition that somebody has a view of, so that all views see the same. */
    private final PartitionObjects<MemoryEntries> viewed;

    private volatile boolean closed;

    public MemoryStore() {
        this.written = new ConcurrentSkipListMap<>();
        this.viewed = new PartitionObjects<>(number -> new MemoryEntries(number, written));
    }

    private MemoryStore(MemoryStore before) {
        this.written = before.written;
        this.viewed = before.viewed;
    }

    /** Closes this store and opens another on the same data, as a process does that ended and was started again. */
    public MemoryStore reopen() {
        close();
        return new MemoryStore(this);
    }

    @Override
    public String location() {
        return "memory";
    }

    @Override
    public Set<Capability> capabilities() {
        return CAPABILITIES;
    }

    @Override
    public StoreLimits limits() {
        return StoreLimits.LOCAL;
    }

    @Override
    public List<Integer> partitionNumbers() {
        checkOpen();
        return written.entrySet().stream()
                .filter(partition -> !partition.getValue().isEmpty())
                .map(partition -> partition.getKey())
                .toList();
    }

    @Override
    public StorePartition partition(int number) {
        checkOpen();
        return new MemoryPartition(this, viewed.get(number));
    }

    @Override
    public CommitOutcome drop(int number, Commit last) {
        MemoryPartition.check(last);
        return MemoryPartition.outcome(viewed.get(number).dropAllBut(this, last));
    }

    @Override
    public void drop(int number) {
        viewed.get(number).drop(this);
    }

    @Override
    public void sync() {
        checkOpen();
    }

    @Override
    public void verifyChecksums() {
        checkOpen();
    }

    @Override
    public void close() {
        closed = true;
        // A commit looks at the flag while it holds its lock: after this loop none is left that saw the store open.
        viewed.held().forEach(MemoryEntries::awaitCommit);
    }

    void checkOpen() {
        if (closed) {
            throw new StoreUnavailableException("the store in memory is closed");
        }
    }
}
