package org.mayflydb.bench;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Commit;

/** The changes of a commit with the keys that RocksDB gets, ready to be written. */
record RawCommit(List<Entry> entries) {

    /** A put, or a delete where the value is null. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Entry(byte[] key, byte @Nullable [] value) {}

    static RawCommit of(int partitionNumber, Commit commit) {
        return new RawCommit(commit.changes().stream()
                .map(change -> new Entry(storedKey(partitionNumber, change.key()), change.value()))
                .toList());
    }

    /** The number of the partition as four bytes, then the key. */
    static byte[] storedKey(int partitionNumber, byte[] key) {
        return ByteBuffer.allocate(Integer.BYTES + key.length)
                .putInt(partitionNumber)
                .put(key)
                .array();
    }
}
