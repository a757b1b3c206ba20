package org.mayflydb.feed;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.GoneException;
import org.mayflydb.item.Items;
import org.mayflydb.item.read.ItemFeed;
import org.mayflydb.key.EpkRange;

/** The changes of one container. */
public final class ChangeFeed {
    private final Items items;
    private final LongSupplier nanoTime;

    /** @param nanoTime for measuring how long a page takes */
    public ChangeFeed(Items items, LongSupplier nanoTime) {
        this.items = items;
        this.nanoTime = nanoTime;
    }

    /**
     * A page of the changes of one partition.
     *
     * @throws GoneException if the scope lies in several partitions, which clients ask one by one
     */
    public FeedPage page(FeedRequest request) {
        checkPageSize(request.itemsMax());
        EpkRange range = items.reads().rangeOf(request.scope());
        List<ItemFeed> feeds = items.reads().feeds(range);
        if (feeds.size() != 1) {
            throw GoneException.partitionKeyRange();
        }
        return page(feeds.get(0), request, range, position(feeds.get(0), request.mode(), request.start()));
    }

    /**
     * A page of the changes of a whole container, or what the scope leaves of it. The partitions take turns; the changes
     * of each are in order.
     *
     * @param continuation of the page before; the request's start does not count then
     */
    public ContainerFeedPage page(FeedRequest request, @Nullable String continuation) {
        checkPageSize(request.itemsMax());
        EpkRange range = items.reads().rangeOf(request.scope());
        List<ItemFeed> feeds = items.reads().feeds(range);
        List<FeedContinuation.Position> places = continuation == null
                ? places(feeds, request)
                : FeedContinuation.decode(continuation, request.mode(), feeds).positions();
        boolean atEnd = true;
        for (int asked = 0; asked < feeds.size(); asked++) {
            FeedContinuation.Position place = places.get(0);
            FeedPage page = page(FeedContinuation.feedOf(place, feeds), request, range, place.lsn());
            places = next(places, page.lsn());
            atEnd &= page.isUnchanged();
            if (!page.changes().isEmpty()) {
                return new ContainerFeedPage(page.changes(), encoded(request.mode(), places), false);
            }
        }
        return new ContainerFeedPage(List.of(), encoded(request.mode(), places), atEnd);
    }

    private static String encoded(FeedMode mode, List<FeedContinuation.Position> places) {
        return new FeedContinuation(mode, places).encode();
    }

    private static List<FeedContinuation.Position> places(List<ItemFeed> feeds, FeedRequest request) {
        List<FeedContinuation.Position> places = new ArrayList<>();
        for (ItemFeed feed : feeds) {
            places.add(new FeedContinuation.Position(
                    feed.partition().number(), position(feed, request.mode(), request.start())));
        }
        return places;
    }

    /** The first has been asked and has come to {@code lsn}; now it is the others' turn. */
    private static List<FeedContinuation.Position> next(List<FeedContinuation.Position> places, long lsn) {
        List<FeedContinuation.Position> next = new ArrayList<>(places.subList(1, places.size()));
        next.add(new FeedContinuation.Position(places.get(0).partitionNumber(), lsn));
        return next;
    }

    private FeedPage page(ItemFeed feed, FeedRequest request, EpkRange range, long position) {
        ChangeSource source = switch (request.mode()) {
            case LATEST_VERSION -> new LatestSource(feed);
            case ALL_VERSIONS -> new LogSource(feed);
        };
        return new PageGatherer(
                        feed, source, range, items.reads().keyMatcher(request.scope()), request.itemsMax(), nanoTime)
                .gather(position);
    }

    private static long position(ItemFeed feed, FeedMode mode, FeedStart start) {
        if (start instanceof FeedStart.After after) {
            return after.lsn();
        }
        if (start instanceof FeedStart.Now) {
            return feed.lastLsn();
        }
        if (mode == FeedMode.ALL_VERSIONS) {
            throw new BadRequestException("You must read the change feed from within the retention period. All versions"
                    + " and deletes are read from now on or from a continuation, not from the beginning or a point in"
                    + " time.");
        }
        return start instanceof FeedStart.Since since ? feed.lsnBefore(since.timestamp()) : 0;
    }

    private static void checkPageSize(int itemsMax) {
        if (itemsMax <= 0) {
            throw new BadRequestException("A page has at least one item.");
        }
    }
}
