package org.mayflydb.item;

import org.mayflydb.changelog.ChangeLog;
import org.mayflydb.index.IndexRules;
import org.mayflydb.index.PartitionIndex;
import org.mayflydb.item.expiry.DeletedKeys;
import org.mayflydb.item.expiry.Purge;
import org.mayflydb.item.record.FeedFloor;
import org.mayflydb.item.record.ItemLayout;
import org.mayflydb.item.write.ItemEntries;
import org.mayflydb.item.write.ItemRules;
import org.mayflydb.item.write.ItemWrites;
import org.mayflydb.item.write.SizeLimit;
import org.mayflydb.partition.Partition;

/** A partition together with its index, writes, purge and change log. */
record Shard(
        Partition partition,
        PartitionIndex index,
        ItemWrites writes,
        Purge purge,
        ChangeLog log,
        FeedFloor floor,
        DeletedKeys deletedKeys) {

    static Shard open(
            Partition partition, ItemLayout layout, ItemRules rules, SizeLimit sizeLimit, IndexRules indexRules) {
        PartitionIndex index = new PartitionIndex(partition, indexRules);
        ChangeLog log = new ChangeLog(partition);
        ItemEntries entries = new ItemEntries(layout, index, log);
        return new Shard(
                partition,
                index,
                new ItemWrites(entries, layout, rules, sizeLimit, partition.spec()),
                new Purge(entries),
                log,
                new FeedFloor(),
                new DeletedKeys(partition, layout.partitionKey(), entries));
    }

    int number() {
        return partition.number();
    }
}
