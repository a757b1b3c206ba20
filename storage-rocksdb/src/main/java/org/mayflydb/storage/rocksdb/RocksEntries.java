package org.mayflydb.storage.rocksdb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.mayflydb.storage.KeyCount;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * What an iterator stands on and what follows. Keys and values land in an array that is used again and are copied from
 * there, because arrays that native code makes cost more than the copying.
 */
final class RocksEntries {
    private static final int LANDING_BYTES = 512;

    /** Pages are often full, so their lists begin with the room, up to this. */
    private static final int ROOM_MAX = 128;

    /** Beyond this the copying costs more. */
    private static final int LANDING_BYTES_MAX = 64 * 1024;

    private final RocksIterator iterator;
    private byte[] landing = new byte[LANDING_BYTES];

    RocksEntries(RocksIterator iterator) {
        this.iterator = iterator;
    }

    ScanPage page(boolean forward, int entriesMax, long bytesMax) throws RocksDBException {
        List<KeyValue> page = new ArrayList<>(Math.min(entriesMax, ROOM_MAX));
        long bytes = 0;
        while (iterator.isValid()) {
            if (page.size() == entriesMax || (bytes >= bytesMax && !page.isEmpty())) {
                return new ScanPage(page, false);
            }
            KeyValue entry = new KeyValue(key(), value());
            page.add(entry);
            bytes += entry.key().length + entry.value().length;
            if (forward) {
                iterator.next();
            } else {
                iterator.prev();
            }
        }
        checkStatus();
        return new ScanPage(page, true);
    }

    KeyPage keys(int keysMax) throws RocksDBException {
        List<byte[]> keys = new ArrayList<>();
        for (; iterator.isValid(); iterator.next()) {
            if (keys.size() == keysMax) {
                return new KeyPage(keys, false);
            }
            keys.add(key());
        }
        checkStatus();
        return new KeyPage(keys, true);
    }

    KeyCount count(int keysMax) throws RocksDBException {
        int count = 0;
        for (; iterator.isValid(); iterator.next()) {
            if (count == keysMax) {
                return new KeyCount(count, key());
            }
            count++;
        }
        checkStatus();
        return new KeyCount(count, null);
    }

    /** An iterator that meets a damaged block looks like one at its end; only its status tells them apart. */
    private void checkStatus() throws RocksDBException {
        iterator.status();
    }

    private byte[] key() {
        int length = iterator.key(landing);
        if (length > landing.length) {
            landing = new byte[2 * length];
            length = iterator.key(landing);
        }
        return PartitionKeys.given(landing, length);
    }

    private byte[] value() {
        int length = iterator.value(landing);
        if (length > LANDING_BYTES_MAX) {
            return iterator.value();
        }
        if (length > landing.length) {
            landing = new byte[2 * length];
            length = iterator.value(landing);
        }
        return Arrays.copyOf(landing, length);
    }
}
