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
        RawScan scan = new RawScan(twins);
        return Duel.run(
                "list, pages of " + PAGE_ITEMS,
                twins.live(),
                0,
                () -> Round.timed(threadIndex -> list(container)),
                () -> Round.timed(threadIndex -> scan.run(roundNanos)));
    }

    private long list(Container container) {
        long end = System.nanoTime() + roundNanos;
        long items = 0;
        long bytes = 0;
        do {
            Page page = container.list(null, PAGE_ITEMS, continuation);
            for (Item item : page.items()) {
                bytes += item.bytes().length;
            }
            items += page.items().size();
            continuation = page.continuation();
        } while (System.nanoTime() < end);
        Invariant.check(bytes > items, "items were listed");
        return items;
    }
}
