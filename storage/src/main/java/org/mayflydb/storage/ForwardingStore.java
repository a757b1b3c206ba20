package org.mayflydb.storage;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Passes every call on to another store. Subclasses change some of them. */
public abstract class ForwardingStore implements Store {
    private final Store inner;

    protected ForwardingStore(Store inner) {
        this.inner = inner;
    }

    protected final Store inner() {
        return inner;
    }

    @Override
    public String location() {
        return inner.location();
    }

    @Override
    public Set<Capability> capabilities() {
        return inner.capabilities();
    }

    @Override
    public StoreLimits limits() {
        return inner.limits();
    }

    @Override
    public List<Integer> partitionNumbers() {
        return inner.partitionNumbers();
    }

    @Override
    public StorePartition partition(int number) {
        return inner.partition(number);
    }

    @Override
    public CommitOutcome createPartition(int number, Commit first) {
        return inner.createPartition(number, first);
    }

    @Override
    public CommitOutcome drop(int number, Commit last) {
        return inner.drop(number, last);
    }

    @Override
    public void drop(int number) {
        inner.drop(number);
    }

    @Override
    public void sync() {
        inner.sync();
    }

    @Override
    public void verifyChecksums() {
        inner.verifyChecksums();
    }

    @Override
    public Optional<StoreCopier> copier() {
        return inner.copier();
    }

    @Override
    public StoreHealth health() {
        return inner.health();
    }

    @Override
    public void listen(StoreListener listener) {
        inner.listen(listener);
    }

    @Override
    public void close() {
        inner.close();
    }
}
