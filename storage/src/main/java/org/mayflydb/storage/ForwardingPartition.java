package org.mayflydb.storage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Passes calls on to another partition. Subclasses change some of them; {@link #countKeys} scans unless one does. */
public abstract class ForwardingPartition implements StorePartition {
    private final StorePartition inner;

    protected ForwardingPartition(StorePartition inner) {
        this.inner = inner;
    }

    protected final StorePartition inner() {
        return inner;
    }

    @Override
    public byte @Nullable [] get(Space space, byte[] key) {
        return inner.get(space, key);
    }

    @Override
    public List<byte @Nullable []> getAll(Space space, List<byte[]> keys) {
        return inner.getAll(space, keys);
    }

    @Override
    public ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        return inner.scan(space, range, direction, entriesMax, bytesMax);
    }

    @Override
    public KeyPage scanKeys(Space space, KeyRange range, int keysMax) {
        return inner.scanKeys(space, range, keysMax);
    }

    @Override
    public ReadPoint readPoint() {
        return inner.readPoint();
    }

    @Override
    public AsyncPartition async() {
        return inner.async();
    }

    @Override
    public CommitOutcome commit(Commit commit) {
        return inner.commit(commit);
    }

    @Override
    public CommitOutcome ingest(DerivedSet set) {
        return inner.ingest(set);
    }

    @Override
    public void deleteRange(Space space, KeyRange range) {
        inner.deleteRange(space, range);
    }

    @Override
    public long approximateBytes(Space space, KeyRange range) {
        return inner.approximateBytes(space, range);
    }
}
