package org.mayflydb.feed;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.mayflydb.changelog.LogOperation;
import org.mayflydb.changelog.LogRecord;
import org.mayflydb.key.KeyMatcher;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.ttl.LiveItem;

/** One change. */
public sealed interface FeedChange {
    /** The sequence number of the write that made it. */
    long lsn();

    /** The second in which it was made. */
    long timestamp();

    /** How many bytes of JSON it has to show. */
    int size();

    /** Whether the item has this partition key, and not another with the same hash. */
    boolean has(KeyMatcher key);

    /**
     * The JSON of the item; null if it was removed.
     *
     * @param removed whether the item before the change stands for one that was removed, if the change shows it
     */
    byte @Nullable [] image(boolean removed);

    /** An item as its last write left it. */
    record Written(LiveItem item) implements FeedChange {
        @Override
        public long lsn() {
            return item.version().lsn();
        }

        @Override
        public long timestamp() {
            return item.timestamp();
        }

        @Override
        public int size() {
            return item.size();
        }

        @Override
        public boolean has(KeyMatcher key) {
            return item.stored().has(key);
        }

        @Override
        public byte[] image(boolean removed) {
            return item.json();
        }
    }

    /**
     * A change out of the log. What it shows was true when it was made; the item may have expired since.
     *
     * @param previous the change that had made the item what it was before; null if it is not shown
     */
    record Logged(LogRecord entry, String id, @Nullable LogRecord previous) implements FeedChange {
        @Override
        public long lsn() {
            return entry.lsn();
        }

        @Override
        public long timestamp() {
            return entry.timestamp();
        }

        @Override
        public int size() {
            return entry.content().length + (previous == null ? 0 : previous.content().length);
        }

        @Override
        public boolean has(KeyMatcher key) {
            PartitionKey removed = removedKey();
            return removed == null ? key.holds(entry.content(), 0) : key.holds(removed);
        }

        @Override
        public byte @Nullable [] image(boolean removed) {
            byte[] current = current();
            return current == null && removed && previous != null ? previous.content() : current;
        }

        public LogOperation operation() {
            return entry.operation();
        }

        /** The item's JSON after the change; null if it was removed. */
        public byte @Nullable [] current() {
            return entry.operation().isRemoval() ? null : entry.content();
        }

        /** The partition key of an item that was removed; null if there still is the item to ask. */
        public @Nullable PartitionKey removedKey() {
            return entry.operation().isRemoval()
                    ? PartitionKey.parse(new String(entry.content(), StandardCharsets.UTF_8))
                    : null;
        }
    }
}
