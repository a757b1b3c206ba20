package org.mayflydb.storage;

import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.FaultyStore.Call;

/** A read point of a {@link FaultyStore}. */
final class FaultyReadPoint implements ReadPoint {
    private final FaultyStore store;
    private final ReadPoint inner;

    FaultyReadPoint(FaultyStore store, ReadPoint inner) {
        this.store = store;
        this.inner = inner;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        store.before(Call.GET);
        return inner.get(key);
    }

    @Override
    public ScanPage scan(KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        store.before(Call.SCAN);
        return inner.scan(range, direction, entriesMax, bytesMax);
    }

    @Override
    public KeyPage scanKeys(KeyRange range, int keysMax) {
        store.before(Call.SCAN_KEYS);
        return inner.scanKeys(range, keysMax);
    }

    @Override
    public void close() {
        inner.close();
    }
}
