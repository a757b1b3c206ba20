package org.mayflydb.item;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ContinuationToken;
import org.mayflydb.item.read.ItemPage;
import org.mayflydb.item.read.ItemReader;
import org.mayflydb.item.read.ItemWalk;
import org.mayflydb.item.record.CreationPlace;
import org.mayflydb.item.record.ListContinuation;
import org.mayflydb.key.KeyMatcher;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.ttl.LiveItem;

/** Lists items in creation order, page by page: one partition after the other, in the order of their ranges. */
final class ItemListing {
    /** What the service sends at most in one page. */
    private static final long PAGE_BYTES_MAX = 4L * 1024 * 1024;

    /** A page looks at no more stored items than this, so that a mass of expired ones cannot hold a request for long. */
    private static final int PAGE_READS_MAX = 10_000;

    private final Function<Shard, ItemReader> opener;
    private final KeyRange range;
    private final @Nullable KeyMatcher key;
    private final int itemsMax;
    private final List<LiveItem> items = new ArrayList<>();
    private long bytes;
    private long reads;

    /**
     * Partitions that are listed as one.
     *
     * @param number of the partition, or of the one that these were split from after the last page
     * @param after the place of the last page; null at the beginning
     */
    private record Group(
            int number, List<Shard> shards, @Nullable CreationPlace after) {}

    /**
     * The next item of a walk.
     *
     * @param rest what follows it in the same batch
     */
    private record Head(LiveItem item, Iterator<LiveItem> rest, ItemWalk walk) implements Comparable<Head> {
        @Override
        public int compareTo(Head other) {
            return walk.place()
                    .compare(item.stored().documentNumber(), other.item.stored().documentNumber());
        }
    }

    private ItemListing(Function<Shard, ItemReader> opener, KeyRange range, @Nullable KeyMatcher key, int itemsMax) {
        this.opener = opener;
        this.range = range;
        this.key = key;
        this.itemsMax = itemsMax;
    }

    /**
     * Lists the items of {@code range} in each of the partitions, in the order given.
     *
     * @param opener begins to read a partition
     * @param key that the items have; null for any
     * @param continuation where an earlier page stopped; null to start at the beginning
     */
    static ItemPage page(
            List<Shard> shards,
            Function<Shard, ItemReader> opener,
            KeyRange range,
            @Nullable KeyMatcher key,
            int itemsMax,
            @Nullable ListContinuation continuation) {
        ItemListing listing = new ItemListing(opener, range, key, itemsMax);
        for (Group group : groups(shards, continuation)) {
            ListContinuation next = listing.list(group);
            if (next != null) {
                return new ItemPage(listing.items, next.encode(ContinuationToken.Kind.ITEMS));
            }
        }
        return new ItemPage(listing.items, null);
    }

    private static List<Group> groups(List<Shard> shards, @Nullable ListContinuation continuation) {
        List<Group> groups = new ArrayList<>();
        List<Shard> resumed = new ArrayList<>();
        for (Shard shard : shards) {
            if (continuation != null && shard.partition().spec().descendsFrom(continuation.partitionNumber())) {
                resumed.add(shard);
            } else if (continuation == null || !resumed.isEmpty()) {
                groups.add(new Group(shard.number(), List.of(shard), null));
            }
        }
        if (continuation != null) {
            if (resumed.isEmpty()) {
                throw ListContinuation.invalid();
            }
            groups.add(0, new Group(continuation.partitionNumber(), resumed, place(continuation)));
        }
        return groups;
    }

    private static @Nullable CreationPlace place(ListContinuation continuation) {
        if (continuation.lastKey().length == 0) {
            return null;
        }
        CreationPlace place = CreationPlace.decode(continuation.lastKey());
        if (place == null) {
            throw ListContinuation.invalid();
        }
        return place;
    }

    private static ListContinuation continuation(Group group, @Nullable CreationPlace place) {
        return new ListContinuation(group.number, place == null ? new byte[0] : place.encode());
    }

    private boolean isFull() {
        return items.size() >= itemsMax || bytes >= PAGE_BYTES_MAX;
    }

    private void add(LiveItem item) {
        items.add(item);
        bytes += item.size();
    }

    /** Lists the items of a group; returns where the next page continues, or null if the group is complete. */
    private @Nullable ListContinuation list(Group group) {
        if (isFull() || reads >= PAGE_READS_MAX) {
            return continuation(group, group.after);
        }
        List<ItemReader> readers = new ArrayList<>();
        try {
            group.shards.forEach(shard -> readers.add(opener.apply(shard)));
            CreationPlace start = start(group, readers);
            List<ItemWalk> walks = new ArrayList<>();
            for (ItemReader reader : readers) {
                walks.add(reader.walk(range, key, start, item -> true, itemsMax - items.size()));
            }
            CreationPlace end = walks.size() == 1 ? listOne(walks.get(0)) : listMerged(walks);
            return end == null ? null : continuation(group, end);
        } finally {
            readers.forEach(ItemReader::close);
        }
    }

    private CreationPlace start(Group group, List<ItemReader> readers) {
        boolean small = key == null && readers.stream().allMatch(ItemReader::isSmall);
        if (group.after == null) {
            return CreationPlace.start(small);
        }
        return small ? group.after : group.after.byNumber();
    }

    /** Returns the place where the page ends; null at the end of the walk. */
    private @Nullable CreationPlace listOne(ItemWalk walk) {
        long before = reads;
        for (List<LiveItem> batch = walk.next(); batch != null; batch = walk.next()) {
            for (Iterator<LiveItem> rest = batch.iterator(); rest.hasNext(); ) {
                LiveItem item = rest.next();
                add(item);
                if (isFull() && rest.hasNext()) {
                    return walk.placeAfter(item);
                }
            }
            reads = before + walk.reads();
            if (isFull() || reads >= PAGE_READS_MAX) {
                return walk.isExhausted() ? null : walk.place();
            }
        }
        return null;
    }

    /** The same for partitions that were one when the last page ended, in the order that it had. */
    private @Nullable CreationPlace listMerged(List<ItemWalk> walks) {
        PriorityQueue<Head> heads = new PriorityQueue<>();
        walks.forEach(walk -> advance(heads, walk, List.<LiveItem>of().iterator()));
        for (Head head = heads.poll(); head != null; head = heads.poll()) {
            add(head.item);
            CreationPlace done = head.walk.placeAfter(head.item);
            advance(heads, head.walk, head.rest);
            if (isFull() && !heads.isEmpty()) {
                return done;
            }
        }
        return null;
    }

    private static void advance(PriorityQueue<Head> heads, ItemWalk walk, Iterator<LiveItem> rest) {
        Iterator<LiveItem> following = rest;
        while (!following.hasNext()) {
            List<LiveItem> batch = walk.next();
            if (batch == null) {
                return;
            }
            following = batch.iterator();
        }
        heads.add(new Head(following.next(), following, walk));
    }
}
