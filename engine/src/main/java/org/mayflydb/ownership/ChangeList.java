package org.mayflydb.ownership;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Rule 12 (d): what was committed to a partition since its children are being copied, in the order of the commits. */
final class ChangeList {
    private final Queue<Object> waiting = new ArrayDeque<>();

    void add(Object changes) {
        waiting.add(changes);
    }

    /** The oldest changes that are not copied yet; null if there are none. */
    @Nullable
    Object next() {
        return waiting.poll();
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    int size() {
        return waiting.size();
    }
}
