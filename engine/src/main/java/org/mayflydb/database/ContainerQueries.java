package org.mayflydb.database;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.item.Items;
import org.mayflydb.item.read.ItemReader;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.key.DocumentNumbers;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.key.PartitionKeyHasher;
import org.mayflydb.query.QueryTarget;
import org.mayflydb.query.access.KeyScope;
import org.mayflydb.query.access.PartitionView;
import org.mayflydb.query.access.Work;
import org.mayflydb.query.compile.Schema;
import org.mayflydb.query.plan.Condition;
import org.mayflydb.query.plan.KeyCondition;
import org.mayflydb.query.run.Budget;

/** A container as queries see it: only the partitions, and of these only the items, that the scope and WHERE leave. */
final class ContainerQueries implements QueryTarget {
    private final Items items;
    private final PartitionKeyDefinition partitionKey;
    private final Schema schema;

    ContainerQueries(Items items, PartitionKeyDefinition partitionKey, Schema schema) {
        this.items = items;
        this.partitionKey = partitionKey;
        this.schema = schema;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public List<PartitionView> views(ListScope scope, Condition condition, Work work, Budget budget) {
        EpkRange range = scope.range();
        KeyScope ofOneKey = null;
        PartitionKey key;
        if (scope.partitionKey() == null) {
            List<PartitionKey> keys = KeyCondition.keys(condition, partitionKey);
            if (keys != null && keys.isEmpty()) {
                return List.of();
            }
            key = keys != null && keys.size() == 1 ? keys.get(0) : null;
        } else {
            key = items.reads().checkedKey(scope.partitionKey());
        }
        if (key != null) {
            EffectivePartitionKey hash = PartitionKeyHasher.hash(partitionKey, key);
            EpkRange ofKey = EpkRange.prefix(hash);
            if (!ofKey.overlaps(range)) {
                return List.of();
            }
            range = ofKey.intersect(range);
            ofOneKey = new KeyScope(items.reads().keyMatcher(key), DocumentNumbers.stretch(partitionKey, hash));
        }
        List<PartitionView> views = new ArrayList<>();
        for (ItemReader reader : items.reads().readers(range)) {
            views.add(new PartitionView(reader, range, ofOneKey, work, budget));
        }
        return views;
    }
}
