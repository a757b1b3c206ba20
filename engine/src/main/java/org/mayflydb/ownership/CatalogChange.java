package org.mayflydb.ownership;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.ownership.HeadLine.Result;

/**
 * Rule 11: a change of the catalog by the owner of the system partition, in its commit turn. Whoever asked for it is answered once
 * the {@link CatalogBarrier} is passed, also if there was nothing to change.
 */
public final class CatalogChange {
    private CatalogChange() {}

    /**
     * Commits a change.
     *
     * @param then gets the catalog that has the change, or null if it is not known to be applied
     */
    public static @Nullable StoreStep of(
            LocalNode node,
            OwnedPartition system,
            CatalogEdit edit,
            Function<@Nullable CatalogView, @Nullable StoreStep> then) {
        CatalogView current = node.catalog();
        CatalogView next = edit.apply(current, system.nextSequence());
        if (next == current) {
            // What is in force here is the newest catalog only while this node owns the system partition.
            return new StoreStep.ReadCatalog(read -> {
                node.learn(read);
                return then.apply(system.mayRespond() && read.version() == current.version() ? current : null);
            });
        }
        return system.commit(system.head(), next, result -> {
            if (result != Result.APPLIED) {
                return then.apply(null);
            }
            node.learn(next);
            return then.apply(next);
        });
    }

    /** Rule 11: the barrier of a change that concerns all partitions, such as a policy or the shift. */
    public static CatalogBarrier barrier(LocalNode node, CatalogView changed) {
        CatalogBarrier barrier = new CatalogBarrier(node.rules());
        changed.partitions().forEach(partition -> barrier.add(partition, changed.version()));
        changed.deleted().forEach(entry -> barrier.add(entry.partition(), changed.version()));
        return barrier;
    }

    /** Rule 11: the barrier of a delete, of a delete with nothing to delete, and of a create: each entry by its own version. */
    public static CatalogBarrier barrier(LocalNode node, CatalogView changed, String name) {
        CatalogBarrier barrier = new CatalogBarrier(node.rules());
        List<CatalogView.Removed> entries = new ArrayList<>(changed.deleted());
        entries.removeIf(entry -> !entry.name().equals(name));
        entries.forEach(entry -> barrier.add(entry.partition(), entry.version()));
        return barrier;
    }
}
