package org.mayflydb.ownership;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Rule 12 (d): what was committed to a partition since its children are being copied, in the order of the commits. It is bounded: past
 * that it holds nothing, and the copying has to begin again.
 */
final class ChangeList {
    private final SplitContents contents;
    private final Queue<Object> waiting = new ArrayDeque<>();
    private long bytes;
    private boolean overflowed;

    ChangeList(SplitContents contents) {
        this.contents = contents;
    }

    void add(Object changes) {
        if (overflowed) {
            return;
        }
        waiting.add(changes);
        bytes += contents.bytes(changes);
        if (bytes > contents.waitingBytesMax()) {
            overflowed = true;
            waiting.clear();
        }
    }

    /** Returns true if changes are missing, because too much was committed before it was copied. */
    boolean hasOverflowed() {
        return overflowed;
    }

    /** The oldest changes that are not copied yet; null if there are none. */
    @Nullable
    Object next() {
        Object oldest = waiting.poll();
        if (oldest != null) {
            bytes -= contents.bytes(oldest);
        }
        return oldest;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    int size() {
        return waiting.size();
    }
}
