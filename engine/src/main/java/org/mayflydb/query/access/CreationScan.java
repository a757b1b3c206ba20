package org.mayflydb.query.access;

import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.item.read.ItemWalk;
import org.mayflydb.ttl.LiveItem;

/** All items in scope, in creation order. */
final class CreationScan implements ItemCursor {
    private final PartitionView view;
    private final ItemWalk walk;
    private Iterator<LiveItem> batch = List.<LiveItem>of().iterator();

    CreationScan(PartitionView view, ItemWalk walk) {
        this.view = view;
        this.walk = walk;
    }

    @Override
    public @Nullable Found next() {
        while (!batch.hasNext()) {
            long before = walk.reads();
            List<LiveItem> read = walk.next();
            if (read == null) {
                return null;
            }
            view.budget().spend(walk.reads() - before);
            batch = read.iterator();
        }
        LiveItem item = batch.next();
        view.countScanned(item);
        return new Found(item, walk.placeAfter(item).encode());
    }
}
