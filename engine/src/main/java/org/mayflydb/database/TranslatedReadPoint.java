package org.mayflydb.database;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.ForwardingReadPoint;
import org.mayflydb.storage.KeyCount;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StoreException;

/** A snapshot of a {@link TranslatedPartition}. */
final class TranslatedReadPoint extends ForwardingReadPoint {

    TranslatedReadPoint(ReadPoint inner) {
        super(inner);
    }

    @Override
    public byte @Nullable [] get(Space space, byte[] key) {
        try {
            return super.get(space, key);
        } catch (StoreException failure) {
            throw StoreFailures.translate(failure);
        }
    }

    @Override
    public List<byte @Nullable []> getAll(Space space, List<byte[]> keys) {
        try {
            return super.getAll(space, keys);
        } catch (StoreException failure) {
            throw StoreFailures.translate(failure);
        }
    }

    @Override
    public ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        try {
            return super.scan(space, range, direction, entriesMax, bytesMax);
        } catch (StoreException failure) {
            throw StoreFailures.translate(failure);
        }
    }

    @Override
    public KeyPage scanKeys(Space space, KeyRange range, int keysMax) {
        try {
            return super.scanKeys(space, range, keysMax);
        } catch (StoreException failure) {
            throw StoreFailures.translate(failure);
        }
    }

    @Override
    public KeyCount countKeys(Space space, KeyRange range, int keysMax) {
        try {
            return inner().countKeys(space, range, keysMax);
        } catch (StoreException failure) {
            throw StoreFailures.translate(failure);
        }
    }
}
