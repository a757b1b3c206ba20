package org.mayflydb.feed;

import org.mayflydb.changelog.LogPage;
import org.mayflydb.changelog.LogRecord;
import org.mayflydb.item.read.ItemFeed;

/** Everything that was done to the items of a partition. */
final class LogSource implements ChangeSource {
    private final ItemFeed feed;

    LogSource(ItemFeed feed) {
        this.feed = feed;
    }

    @Override
    public Chunk read(long afterLsn, int entriesMax, long bytesMax) {
        LogPage page = feed.log().read(afterLsn, entriesMax, bytesMax);
        return new Chunk(page.records().stream().map(Logged::new).toList(), page.exhausted());
    }

    private final class Logged implements Entry {
        private final LogRecord entry;

        Logged(LogRecord entry) {
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
        public FeedChange change() {
            return new FeedChange.Logged(
                    entry, feed.id(entry.locator()), feed.log().previous(entry));
        }
    }
}
