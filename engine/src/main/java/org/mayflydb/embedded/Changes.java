package org.mayflydb.embedded;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.feed.ContainerFeedPage;
import org.mayflydb.feed.FeedMode;
import org.mayflydb.feed.FeedRequest;
import org.mayflydb.feed.FeedStart;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;

/**
 * Reads the changes of a container, one page after the other, and never comes to an end: what happens later can be read
 * later.
 *
 * <pre>{@code
 * Changes changes = orders.changes().since(yesterday);
 * changes.rest().forEach(System.out::println);   // what there is
 * String bookmark = changes.continuation();      // survives restarts
 * orders.changes().after(bookmark).rest();       // what came after it
 * }</pre>
 *
 * <p>Unless it is told otherwise it shows every item where it was last written, from the beginning. What has expired or
 * was deleted is not in it; {@link #allVersions} has that too.
 */
public final class Changes {
    private static final int PAGE_ITEMS = 1000;

    /** Asks the engine for a page. */
    @FunctionalInterface
    interface Source {
        ContainerFeedPage page(FeedRequest request, @Nullable String continuation);
    }

    private final Source source;
    private final PartitionKeyDefinition partitionKey;
    private final @Nullable ItemMapper mapper;
    private FeedMode mode = FeedMode.LATEST_VERSION;
    private FeedStart start = FeedStart.BEGINNING;
    private ListScope scope = ListScope.ALL;
    private int pageItems = PAGE_ITEMS;
    private @Nullable String continuation;

    Changes(Source source, PartitionKeyDefinition partitionKey, @Nullable ItemMapper mapper) {
        this.source = source;
        this.partitionKey = partitionKey;
        this.mapper = mapper;
    }

    /**
     * Shows every change of every item, deletes and expiries included. The container must keep them: {@link
     * ContainerSpec#changeRetention}. They are read from now on, or after a continuation.
     */
    public Changes allVersions() {
        mode = FeedMode.ALL_VERSIONS;
        start = FeedStart.NOW;
        return this;
    }

    /** Begins with the next change that is made. */
    public Changes fromNow() {
        start = FeedStart.NOW;
        return this;
    }

    /** Begins with what was last written in this second or later. */
    public Changes since(Instant time) {
        start = new FeedStart.Since(time.getEpochSecond());
        return this;
    }

    /** Continues where {@link #continuation} was taken; the scope must be the same. */
    public Changes after(String bookmark) {
        continuation = bookmark;
        return this;
    }

    /** Looks only at items with this partition key, or with one that it begins. */
    public Changes in(PartitionKey key) {
        scope = ListScope.of(key);
        return this;
    }

    /** How many changes a page has at most, unless one write made more. */
    public Changes pageItems(int itemsMax) {
        pageItems = itemsMax;
        return this;
    }

    /**
     * Behind what was read last, for {@link #after}.
     *
     * @throws IllegalStateException before the first page
     */
    public String continuation() {
        if (continuation == null) {
            throw new IllegalStateException("Nothing has been read yet");
        }
        return continuation;
    }

    /** The next page. It may be empty although there is more; {@link ChangePage#isUpToDate} says whether there is not. */
    public ChangePage next() {
        ContainerFeedPage page = source.page(new FeedRequest(mode, scope, start, pageItems), continuation);
        continuation = page.continuation();
        List<Change> changes = page.changes().stream()
                .map(change -> new Change(change, partitionKey, mapper))
                .toList();
        return new ChangePage(changes, page.continuation(), page.atEnd());
    }

    /** All changes that there are by now, in as many pages as they take. */
    public List<Change> rest() {
        List<Change> rest = new ArrayList<>();
        ChangePage page;
        do {
            page = next();
            rest.addAll(page.changes());
        } while (!page.isUpToDate());
        return rest;
    }
}
