package org.mayflydb.item.expiry;

import java.util.List;
import java.util.function.UnaryOperator;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.Partition;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.KeyDeletion;
import org.mayflydb.ttl.KeyDeletions;

/**
 * The rule of expiry in force in a container. It is replaced when the TTL setting changes or a whole logical partition is
 * deleted; that is all that either does.
 */
public final class RuleInForce {
    private final PartitionKeyDefinition partitionKey;
    private volatile ExpiryRule rule;

    public RuleInForce(ContainerTtl ttl, PartitionKeyDefinition partitionKey, List<KeyDeletion> deletions) {
        this.partitionKey = partitionKey;
        this.rule = new ExpiryRule(ttl, KeyDeletions.of(partitionKey, deletions));
    }

    public ExpiryRule get() {
        return rule;
    }

    public void changeTtl(ContainerTtl ttl) {
        change(current -> new ExpiryRule(ttl, current.deletions()));
    }

    /** Sets which logical partitions of a partition are deleted and still stored. */
    public void changeDeletions(Partition partition, List<KeyDeletion> pending) {
        // What a partition that was split or lost has to remove, its children or its owner have to remove.
        List<KeyDeletion> present = partition.isWritable() ? pending : List.of();
        change(current ->
                new ExpiryRule(current.ttl(), current.deletions().with(partitionKey, partition.number(), present)));
    }

    private synchronized void change(UnaryOperator<ExpiryRule> change) {
        rule = change.apply(rule);
    }
}
