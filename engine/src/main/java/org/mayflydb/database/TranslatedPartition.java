package org.mayflydb.database;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.AsyncPartition;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.DerivedSet;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.ForwardingPartition;
import org.mayflydb.storage.KeyCount;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StoreException;
import org.mayflydb.storage.StorePartition;

/** A partition of a {@link TranslatedStore}. It is on the path of every read, so no call allocates anything. */
final class TranslatedPartition extends ForwardingPartition {

    TranslatedPartition(StorePartition inner) {
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

    @Override
    public ReadPoint readPoint() {
        try {
            return new TranslatedReadPoint(super.readPoint());
        } catch (StoreException failure) {
            throw StoreFailures.translate(failure);
        }
    }

    @Override
    public AsyncPartition async() {
        return new TranslatedCalls(super.async());
    }

    @Override
    public CommitOutcome commit(Commit commit) {
        try {
            return super.commit(commit);
        } catch (StoreException failure) {
            throw StoreFailures.translate(failure);
        }
    }

    @Override
    public CommitOutcome ingest(DerivedSet set) {
        try {
            return super.ingest(set);
        } catch (StoreException failure) {
            throw StoreFailures.translate(failure);
        }
    }

    @Override
    public void deleteRange(Space space, KeyRange range) {
        try {
            super.deleteRange(space, range);
        } catch (StoreException failure) {
            throw StoreFailures.translate(failure);
        }
    }

    @Override
    public long approximateBytes(Space space, KeyRange range) {
        try {
            return super.approximateBytes(space, range);
        } catch (StoreException failure) {
            throw StoreFailures.translate(failure);
        }
    }
}
