package org.mayflydb.bench;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.Item;
import org.mayflydb.embedded.Page;

/** Listing a container page by page, against one iterator over the same keys. */
final class ListBench {
    private static final int PAGE_ITEMS = 100;

    private final Twins twins;
    private final long roundNanos;
    private @Nullable String continuation;

    ListBench(Twins twins, BenchSettings settings) {
        this.twins = twins;
        this.roundNanos = settings.roundNanos();
    }

    Measurement run() {
        Container container = twins.container();
        byte[] lower = twins.itemsLower();
        byte[] upper = twins.itemsUpper();
        byte[][] position = {lower};
        return Duel.run(
                "list, pages of " + PAGE_ITEMS,
                twins.live(),
                0,
                () -> Round.timed(threadIndex -> list(container)),
                () -> Round.timed(threadIndex -> iterate(position, lower, upper)));
    }

    private long list(Container container) {
        long end = System.nanoTime() + roundNanos;
        long items = 0;
        long bytes = 0;
        while (System.nanoTime() < end) {
            Page page = container.list(null, PAGE_ITEMS, continuation);
            for (Item item : page.items()) {
                bytes += item.bytes().length;
            }
            items += page.items().size();
            continuation = page.continuation();
        }
        Invariant.check(bytes > items, "items were listed");
        return items;
    }

    /** Goes on from where the last round stopped, and from the beginning at the end. */
    private long iterate(byte[][] position, byte[] lower, byte[] upper) {
        long end = System.nanoTime() + roundNanos;
        long[] items = {0};
        while (System.nanoTime() < end) {
            byte[] from = position[0];
            position[0] = lower;
            twins.raw().iterate(from, upper, (key, value) -> {
                items[0]++;
                if (items[0] % PAGE_ITEMS == 0 && System.nanoTime() >= end) {
                    position[0] = key;
                    return false;
                }
                return true;
            });
        }
        return items[0];
    }
}
