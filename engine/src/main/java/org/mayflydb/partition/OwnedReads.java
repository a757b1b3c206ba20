package org.mayflydb.partition;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.AsyncPartition;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.ForwardingPartition;
import org.mayflydb.storage.ForwardingReadPoint;
import org.mayflydb.storage.KeyCount;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StorePartition;

/**
 * A partition that several processes may read and one owns. Every read checks afterwards that this process still owns it (rule 7
 * of ownership), so no response is based on what another owner may have changed: neither an item nor its absence, and no page
 * whose last read came too late.
 */
final class OwnedReads extends ForwardingPartition {
    private final PartitionOwner owner;

    OwnedReads(StorePartition inner, PartitionOwner owner) {
        super(inner);
        this.owner = owner;
    }

    private <T> T checked(T read) {
        owner.checkMayRespond();
        return read;
    }

    @Override
    public byte @Nullable [] get(Space space, byte[] key) {
        byte[] read = super.get(space, key);
        owner.checkMayRespond();
        return read;
    }

    @Override
    public List<byte @Nullable []> getAll(Space space, List<byte[]> keys) {
        return checked(super.getAll(space, keys));
    }

    @Override
    public ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax) {
        return checked(super.scan(space, range, direction, entriesMax, bytesMax));
    }

    @Override
    public KeyPage scanKeys(Space space, KeyRange range, int keysMax) {
        return checked(super.scanKeys(space, range, keysMax));
    }

    @Override
    public KeyCount countKeys(Space space, KeyRange range, int keysMax) {
        return checked(inner().countKeys(space, range, keysMax));
    }

    @Override
    public ReadPoint readPoint() {
        return new OwnedReadPoint(super.readPoint());
    }

    /** Nothing reads an owned partition asynchronously yet, and what does has to check as well. */
    @Override
    public AsyncPartition async() {
        throw new UnsupportedOperationException("asynchronous reads of an owned partition are not checked");
    }

    /** Another owner may be in the middle of using the range, and no condition would stop this. */
    @Override
    public void deleteRange(Space space, KeyRange range) {
        throw new UnsupportedOperationException("entries of an owned partition are deleted by commits");
    }

    private final class OwnedReadPoint extends ForwardingReadPoint {
        OwnedReadPoint(ReadPoint inner) {
            super(inner);
        }

        @Override
        public byte @Nullable [] get(Space space, byte[] key) {
            byte[] read = super.get(space, key);
            owner.checkMayRespond();
            return read;
        }

        @Override
        public List<byte @Nullable []> getAll(Space space, List<byte[]> keys) {
            return checked(super.getAll(space, keys));
        }

        @Override
        public ScanPage scan(Space space, KeyRange range, Direction direction, int entriesMax, long bytesMax) {
            return checked(super.scan(space, range, direction, entriesMax, bytesMax));
        }

        @Override
        public KeyPage scanKeys(Space space, KeyRange range, int keysMax) {
            return checked(super.scanKeys(space, range, keysMax));
        }

        @Override
        public KeyCount countKeys(Space space, KeyRange range, int keysMax) {
            return checked(inner().countKeys(space, range, keysMax));
        }
    }
}
