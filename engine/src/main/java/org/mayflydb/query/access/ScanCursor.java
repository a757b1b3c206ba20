package org.mayflydb.query.access;

import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.item.read.FoundItem;
import org.mayflydb.item.read.FoundItems;

/** All items in scope, in the order of their locators, which are their places. */
final class ScanCursor implements ItemCursor {
    private final PartitionView view;
    private Iterator<FoundItem> page = List.<FoundItem>of().iterator();
    private byte @Nullable [] last;
    private boolean exhausted;
    private int pageSize = EntryWalk.ENTRIES_FIRST;

    ScanCursor(PartitionView view, byte @Nullable [] after) {
        this.view = view;
        this.last = after;
    }

    @Override
    public @Nullable Found next() {
        while (!page.hasNext()) {
            if (exhausted) {
                return null;
            }
            FoundItems read = view.scanItems(last, pageSize);
            pageSize = EntryWalk.next(pageSize);
            page = read.items().iterator();
            last = read.lastLocator();
            exhausted = last == null;
        }
        FoundItem found = page.next();
        return new Found(found.item(), found.locator());
    }
}
