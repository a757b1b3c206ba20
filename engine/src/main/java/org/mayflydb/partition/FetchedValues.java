package org.mayflydb.partition;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Bytes;
import org.mayflydb.storage.StorePartition;

/**
 * What a transaction has read from a store whose reads are not local. Values are fetched many at a time, because each call
 * is a round trip within the partition's commit turn.
 */
final class FetchedValues {
    /** Values have up to 2 MB, and those of one call are in memory together. */
    static final int CALL_KEYS_MAX = 64;

    /** Past this, values are read one by one when they are needed, and not kept. */
    static final long KEPT_BYTES_SOFT_MAX = 8L * 1024 * 1024;

    private final StorePartition store;

    /** Null for keys that are absent. */
    private final Map<Bytes, byte @Nullable []> values = new HashMap<>();

    private long keptBytes;

    FetchedValues(StorePartition store) {
        this.store = store;
    }

    /** Reads the values of these keys, as long as there is room to keep them. */
    void fetch(Iterable<byte[]> keys) {
        List<byte[]> call = new ArrayList<>();
        for (byte[] key : keys) {
            if (!values.containsKey(Bytes.wrap(key))) {
                call.add(key);
            }
            if (call.size() == CALL_KEYS_MAX) {
                make(call);
                call.clear();
            }
        }
        make(call);
    }

    private void make(List<byte[]> call) {
        if (call.isEmpty() || isFull()) {
            return;
        }
        List<byte @Nullable []> read = store.getAll(call);
        for (int i = 0; i < call.size(); i++) {
            keep(Bytes.wrap(call.get(i)), read.get(i));
        }
    }

    byte @Nullable [] get(byte[] key) {
        Bytes wrapped = Bytes.wrap(key);
        byte[] value = values.get(wrapped);
        if (value != null || values.containsKey(wrapped)) {
            return value;
        }
        byte[] read = store.get(key);
        if (!isFull()) {
            keep(wrapped, read);
        }
        return read;
    }

    private void keep(Bytes key, byte @Nullable [] value) {
        values.put(key, value);
        keptBytes += value == null ? 0 : value.length;
    }

    private boolean isFull() {
        return keptBytes > KEPT_BYTES_SOFT_MAX;
    }
}
