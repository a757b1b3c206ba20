package org.mayflydb.feed;

import org.jspecify.annotations.Nullable;
import org.mayflydb.item.read.ItemFeed;
import org.mayflydb.item.record.FeedEntries;
import org.mayflydb.item.record.FeedEntry;
import org.mayflydb.ttl.LiveItem;

/** The items of a partition in the order of their last writes, as far as they are visible in a snapshot. */
final class LatestSource implements ChangeSource {
    private final ItemFeed feed;
    private final long now;

    LatestSource(ItemFeed feed) {
        this.feed = feed;
        this.now = feed.now();
    }

    @Override
    public Chunk read(long afterLsn, int entriesMax, long bytesMax) {
        FeedEntries found = feed.after(afterLsn, entriesMax);
        return new Chunk(found.entries().stream().map(Written::new).toList(), found.exhausted());
    }

    private final class Written implements Entry {
        private final FeedEntry entry;

        Written(FeedEntry entry) {
            this.entry = entry;
        }

        @Override
        public long lsn() {
            return entry.lsn();
        }

        @Override
        public byte[] locator() {
            return entry.locator();
        }

        @Override
        public @Nullable FeedChange change() {
            LiveItem item = feed.find(entry, now);
            return item == null ? null : new FeedChange.Written(item);
        }
    }
}
