package org.mayflydb.query.access;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.ttl.LiveItem;

/** All items in scope, in the order of their keys. */
final class ScanCursor implements ItemCursor {
    private final PartitionView view;
    private final EntryWalk records;

    ScanCursor(PartitionView view, byte @Nullable [] after) {
        this.view = view;
        KeyRange items = view.scope().items();
        this.records = new EntryWalk(view, List.of(after == null ? items : items.after(after)), Direction.FORWARD);
    }

    @Override
    public @Nullable Found next() {
        for (KeyValue record = records.next(); record != null; record = records.next()) {
            LiveItem item = view.visible(record);
            if (item != null) {
                return new Found(item, record.key());
            }
        }
        return null;
    }
}
