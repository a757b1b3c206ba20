package org.mayflydb.ownership;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;

/**
 * Rule 11: waits until no partition is served by an older catalog. It looks at heads, not only at nodes, because a paused owner
 * that nobody has replaced may still purge by what it knows. What has passed once has passed for good: later owners read the
 * catalog after they acquire.
 */
public final class CatalogBarrier {
    private record Waiting(int partition, long version) {}

    private final Rules rules;
    private final Deque<Waiting> waiting = new ArrayDeque<>();

    CatalogBarrier(Rules rules) {
        this.rules = rules;
    }

    void add(int partition, long version) {
        waiting.add(new Waiting(partition, version));
    }

    public boolean isPassed() {
        return waiting.isEmpty();
    }

    /** Looks at every partition that has not passed yet; to be repeated after a while until {@link #isPassed}. */
    public @Nullable StoreStep look() {
        return look(waiting.size());
    }

    private @Nullable StoreStep look(int left) {
        Waiting next = waiting.poll();
        if (left == 0 || next == null) {
            if (next != null) {
                waiting.addFirst(next);
            }
            return null;
        }
        waiting.addLast(next);
        return new StoreStep.ReadHead(next.partition, head -> foundHead(next, head, left));
    }

    /** The head first, <em>then</em> the record of its owner. */
    private @Nullable StoreStep foundHead(Waiting looked, @Nullable PartitionHead head, int left) {
        if (head == null || head.owner().equals(Ownership.NOBODY)) {
            waiting.remove(looked);
            return look(left - 1);
        }
        return new StoreStep.ReadNode(head.owner(), record -> {
            if (rules.hasApplied(record, looked.version)) {
                waiting.remove(looked);
            }
            return look(left - 1);
        });
    }
}
