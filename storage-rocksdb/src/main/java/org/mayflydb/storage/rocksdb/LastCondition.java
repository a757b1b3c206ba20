package org.mayflydb.storage.rocksdb;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Space;
import org.rocksdb.RocksDBException;

/**
 * Remembers the entry that the last commit to a partition was conditional on.
 *
 * <p>Writers make each commit conditional on an entry that the one before has written, so looking it up again would only
 * find what was just put there. This is exact, because all changes of a partition are made by one object under one lock,
 * which also guards what is remembered here; what may have happened otherwise is forgotten.
 */
final class LastCondition {
    private byte @Nullable [] key;
    private byte @Nullable [] value;

    /** Looks up an entry that is not remembered. */
    @FunctionalInterface
    interface Lookup {
        byte @Nullable [] get(byte[] key) throws RocksDBException;
    }

    /** Whether the condition holds. */
    boolean holds(Commit.Condition condition, Lookup lookup) throws RocksDBException {
        byte[] found = Arrays.equals(condition.key(), key) ? value : lookup.get(condition.key());
        return Arrays.equals(found, condition.value());
    }

    /** Learns from a commit that was applied. */
    void applied(Commit commit) {
        if (!commit.conditions().isEmpty()) {
            Commit.Condition condition = commit.conditions().get(0);
            key = condition.key();
            value = condition.value();
        }
        List<Commit.Change> changes = commit.changes();
        for (int i = changes.size() - 1; i >= 0; i--) {
            Commit.Change change = changes.get(i);
            if (change.space() == Space.MAIN && Arrays.equals(change.key(), key)) {
                value = change.value();
                return;
            }
        }
    }

    void forget() {
        key = null;
        value = null;
    }
}
