package org.mayflydb.storage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Passes calls on to another read point. Subclasses change some of them; {@link #countKeys} scans unless one does. */
public abstract class ForwardingReadPoint implements ReadPoint {
    private final ReadPoint inner;

    protected ForwardingReadPoint(ReadPoint inner) {
        this.inner = inner;
    }

    protected final ReadPoint inner() {
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
    public void close() {
        inner.close();
    }
}
