package org.mayflydb.storage.memory;

import java.util.List;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;

/** Keeps everything on the heap. Keys and values of a commit are kept as given, so they must not be changed afterwards. */
public final class MemoryStore implements Store {

    private final ConcurrentMap<Integer, MemoryEntries> partitions;
    private volatile boolean closed;

    public MemoryStore() {
        this(new ConcurrentSkipListMap<>());
    }

    private MemoryStore(ConcurrentMap<Integer, MemoryEntries> partitions) {
        this.partitions = partitions;
    }

    /** Closes this store and opens another on the same data, as a process does that ended and was started again. */
    public MemoryStore reopen() {
        close();
        return new MemoryStore(partitions);
    }

    @Override
    public String location() {
        return "memory";
    }

    @Override
    public boolean isDurable() {
        return false;
    }

    @Override
    public List<Integer> partitionNumbers() {
        checkOpen();
        return partitions.entrySet().stream()
                .filter(partition -> !partition.getValue().isEmpty())
                .map(partition -> partition.getKey())
                .toList();
    }

    @Override
    public StorePartition partition(int number) {
        checkOpen();
        return new MemoryPartition(this, entries(number));
    }

    @Override
    public void drop(int number) {
        entries(number).clear(this);
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
        partitions.values().forEach(MemoryEntries::awaitCommit);
    }

    void checkOpen() {
        if (closed) {
            throw new UnavailableException("the store in memory is closed");
        }
    }

    private MemoryEntries entries(int number) {
        if (number < 0) {
            throw new IllegalArgumentException("partition number " + number + " is negative");
        }
        return partitions.computeIfAbsent(number, absent -> new MemoryEntries());
    }
}
