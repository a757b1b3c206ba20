package org.mayflydb.storage;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.FaultyStore.Call;

/** A read point of a {@link FaultyStore}. */
final class FaultyReadPoint extends ForwardingReadPoint {
    private final FaultyStore store;

    FaultyReadPoint(FaultyStore store, ReadPoint inner) {
        super(inner);
        this.store = store;
    }

    @Override
    public byte @Nullable [] get(Space space, byte[] key) {
        store.before(Call.GET);
        return super.get(space, key);
    }

    @Override
    public List<byte @Nullable []> getAll(Space space, List<byte[]> keys) {
        store.before(Call.GET);
        return super.getAll(space, keys);
    }

    @Override
    public ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        store.before(Call.SCAN);
        return super.scan(space, range, direction, entriesMax, bytesMax);
    }

    @Override
    public KeyPage scanKeys(Space space, KeyRange range, int keysMax) {
        store.before(Call.SCAN_KEYS);
        return super.scanKeys(space, range, keysMax);
    }
}
