package org.mayflydb.node;

import org.mayflydb.storage.Commit;
import org.mayflydb.storage.StorePartition;

/** Changes that have to look at the partition before they are committed to it. They do so without the lock of the node. */
public interface PreparedChanges {
    Commit prepare(StorePartition partition);
}
