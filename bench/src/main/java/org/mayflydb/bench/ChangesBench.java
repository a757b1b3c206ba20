package org.mayflydb.bench;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.embedded.Change;
import org.mayflydb.embedded.ChangePage;
import org.mayflydb.embedded.Container;

/** Catching up with the changes of a container, against one iterator over its items, and against the same gets. */
final class ChangesBench {
    private static final int PAGE_ITEMS = 1000;
    private static final double AIM = 0.35;

    private final Twins twins;
    private final long roundNanos;
    private final Container container;
    private @Nullable String start;
    private @Nullable String continuation;

    ChangesBench(Twins twins, BenchSettings settings) {
        this.twins = twins;
        this.roundNanos = settings.roundNanos();
        this.container = twins.container();
        // What has expired comes first, and would be looked at in vain in every round.
        ChangePage page = page(null);
        while (page.changes().isEmpty() && !page.isUpToDate()) {
            start = page.continuation();
            page = page(start);
        }
        this.continuation = start;
    }

    Measurement besideScan() {
        RawScan scan = new RawScan(twins);
        return Duel.run(
                "changes, beside a scan",
                twins.live(),
                AIM,
                () -> Round.timed(threadIndex -> catchUp()),
                () -> Round.timed(threadIndex -> scan.run(roundNanos)));
    }

    Measurement besideGets() {
        RawFeed feed = new RawFeed(twins);
        return Duel.run(
                "changes, beside the gets",
                twins.live(),
                0,
                () -> Round.timed(threadIndex -> catchUp()),
                () -> Round.timed(threadIndex -> feed.run(roundNanos)));
    }

    private ChangePage page(@Nullable String after) {
        return after == null
                ? container.changes().pageItems(PAGE_ITEMS).next()
                : container.changes().pageItems(PAGE_ITEMS).after(after).next();
    }

    private long catchUp() {
        long end = System.nanoTime() + roundNanos;
        long items = 0;
        long bytes = 0;
        do {
            ChangePage page = page(continuation);
            for (Change change : page.changes()) {
                bytes += change.bytes().map(json -> json.length).orElse(0);
            }
            items += page.changes().size();
            continuation = page.isUpToDate() ? start : page.continuation();
        } while (items == 0 || System.nanoTime() < end);
        Invariant.check(bytes > items, "changes were read");
        return items;
    }
}
