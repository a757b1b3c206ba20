package org.mayflydb.item.read;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.index.IndexEntry;
import org.mayflydb.index.Shapes;
import org.mayflydb.item.record.CreationPlace;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.item.record.Locator;
import org.mayflydb.item.record.PositionEntries;
import org.mayflydb.key.DocumentNumbers;
import org.mayflydb.key.DocumentStretch;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.StoreReads;
import org.mayflydb.ttl.LiveItem;
import org.mayflydb.ttl.StoredItem;

/**
 * Reads the items of one partition in creation order, batch by batch. For one thread, while its snapshot is open.
 *
 * <p>Items are stored by effective partition key and id, so those of one position of the hash space are neighbours. They are
 * read as stored and sorted in memory. If a position has many times as many items as the caller wants, they are fetched one
 * by one along their shape entries instead, which are in the order of document numbers.
 */
public final class ItemWalk {
    private static final long SMALL_ITEMS_MAX = 1000;
    private static final long SMALL_BYTES_MAX = 1024L * 1024;

    /** Fetching an item takes about as long as reading this many neighbours. */
    private static final int NEIGHBOURS_PER_FETCH = 6;

    private static final int SORTED_ITEMS_MIN = 200;
    private static final long SORTED_BYTES_MAX = 4L * 1024 * 1024;

    /** Bounds the time of a batch, whether or not the caller wants any of its items. */
    private static final int POSITION_READS_MAX = 50_000;

    private static final int BATCH_ITEMS_MIN = 32;
    private static final int FETCHED_ITEMS_MAX = 500;
    private static final int BATCH_ITEMS_MAX = 2000;
    private static final long BATCH_BYTES_MAX = 1024L * 1024;

    private final Source source;
    private final Predicate<LiveItem> wanted;
    private final int sortedItemsMax;
    private final int fetchedItems;
    private int batchItems;
    private CreationPlace place;
    private KeyRange rest;
    private boolean exhausted;
    private long reads;

    /** The position that the last read ended in; whether it has more items is not known yet. */
    private long position = CreationPlace.NONE;

    /** Live items that were read but not returned yet, in the order of their positions. */
    private List<LiveItem> held = new ArrayList<>();

    /** So many of them are of earlier positions, whose items are all here. */
    private int settled;

    /** The size of the others, which are of the last position. */
    private long heldBytes;

    /** So many of the last position's items are known to be wanted. */
    private int heldTested;

    /** How many stored items of that position were read. */
    private int positionReads;

    /** How many stored items the largest position had so far. */
    private int positionReadsMax;

    /** The entries of the position whose items are fetched one by one; null while neighbours are read. */
    private @Nullable PositionEntries entries;

    /**
     * What a walk reads.
     *
     * @param range the keys of the items
     * @param shapes of the partition; null if some items have no shape entry
     * @param entries reads index entries
     * @param visible returns the item if the caller may see it, otherwise null
     */
    public record Source(
            StoreReads stored,
            PartitionKeyDefinition partitionKey,
            KeyRange range,
            Supplier<@Nullable Shapes> shapes,
            PositionEntries.Reader entries,
            Function<StoredItem, @Nullable LiveItem> visible) {}

    /**
     * Begins a walk.
     *
     * @param after where an earlier walk ended
     * @param wanted returns false for items that may be left out
     * @param itemsWanted about how many items the caller is going to use
     */
    public ItemWalk(Source source, CreationPlace after, Predicate<LiveItem> wanted, int itemsWanted) {
        this.source = source;
        this.place = after;
        this.wanted = wanted;
        int batch = Math.max(itemsWanted, BATCH_ITEMS_MIN);
        this.batchItems = Math.min(batch, BATCH_ITEMS_MAX - 1) + 1;
        this.fetchedItems = Math.min(batch, FETCHED_ITEMS_MAX);
        long sorted = Math.max(SORTED_ITEMS_MIN, (long) NEIGHBOURS_PER_FETCH * itemsWanted);
        this.sortedItemsMax = (int) Math.min(POSITION_READS_MAX, sorted);
        boolean begun = !after.acrossKeys() && after.number() != CreationPlace.NONE;
        this.rest = begun
                ? source.range.intersect(
                        new KeyRange(keysAt(source, after.number()).lower(), null))
                : source.range;
        this.exhausted = rest.isEmpty();
        Shapes shapes = after.large() && !exhausted ? source.shapes.get() : null;
        if (shapes != null) {
            beginFetching(after.number(), shapes);
        }
    }

    /** Returns true if a partition of this size is walked across keys. */
    public static boolean isSmall(long items, long bytes) {
        return items <= SMALL_ITEMS_MAX && bytes <= SMALL_BYTES_MAX;
    }

    private static KeyRange keysAt(Source source, long documentNumber) {
        return Locator.itemsOf(source.partitionKey, DocumentNumbers.keysAt(source.partitionKey, documentNumber));
    }

    /** Returns true if there is no further batch. */
    public boolean isExhausted() {
        return exhausted && entries == null;
    }

    /** Every item up to here was in a batch, or must not be seen. */
    public CreationPlace place() {
        return place;
    }

    /** The place after an item of the last batch. */
    public CreationPlace placeAfter(LiveItem item) {
        return place.large() ? place.afterFetched(number(item)) : place.after(number(item));
    }

    /** How many stored items were looked at so far. */
    public long reads() {
        return reads;
    }

    /** The next items in order, perhaps none of them; null at the end. */
    public @Nullable List<LiveItem> next() {
        if (isExhausted()) {
            return null;
        }
        return entries == null ? neighbours() : fetch(entries);
    }

    private List<LiveItem> neighbours() {
        while (true) {
            List<LiveItem> complete = read();
            if (complete != null) {
                complete.sort((one, other) -> place.compare(number(one), number(other)));
                if (!exhausted) {
                    place = place.after(position - 1);
                }
                return complete;
            }
            if (!place.acrossKeys() && isTooMuch()) {
                Shapes shapes = source.shapes.get();
                if (shapes != null) {
                    held = new ArrayList<>();
                    settle();
                    return fetch(beginFetching(position, shapes));
                }
            }
        }
    }

    private static long number(LiveItem item) {
        return item.stored().documentNumber();
    }

    /** Reads some neighbours; returns the items of all positions that are complete with these, or null if none is. */
    private @Nullable List<LiveItem> read() {
        ScanPage page = source.stored.scan(rest, Direction.FORWARD, batchItems, BATCH_BYTES_MAX);
        boolean complete = false;
        for (KeyValue entry : page.entries()) {
            StoredItem item = StoredItem.decode(entry.value());
            long start = DocumentNumbers.positionStart(item.documentNumber());
            if (start != position) {
                if (position != CreationPlace.NONE && !place.acrossKeys()) {
                    settle();
                    complete = true;
                }
                position = start;
            }
            hold(item);
        }
        if (page.exhausted()) {
            exhausted = true;
            settle();
            return release();
        }
        rest = rest.after(page.entries().get(page.entries().size() - 1).key());
        // The first batch has what the caller wants; after that, mostly the rest of the last position is missing.
        boolean first = reads == page.entries().size();
        batchItems =
                first ? Math.max(BATCH_ITEMS_MIN, positionReadsMax + 1) : Math.min(2 * batchItems, BATCH_ITEMS_MAX);
        return complete ? release() : null;
    }

    private void hold(StoredItem item) {
        reads++;
        positionReads++;
        LiveItem live = place.isPassed(item.documentNumber()) ? null : source.visible.apply(item);
        if (live != null) {
            held.add(live);
            heldBytes += live.size();
        }
    }

    /** Notes that every item of the last position was read. */
    private void settle() {
        settled = held.size();
        heldBytes = 0;
        heldTested = 0;
        positionReadsMax = Math.max(positionReadsMax, positionReads);
        positionReads = 0;
    }

    /** Hands over the items of the positions that are complete. */
    private List<LiveItem> release() {
        List<LiveItem> unsettled = held.subList(settled, held.size());
        List<LiveItem> begun = new ArrayList<>(unsettled);
        unsettled.clear();
        List<LiveItem> released = held;
        held = begun;
        settled = 0;
        return released;
    }

    /** Returns true if too many items of one position are wanted to sort them; drops those that are not. */
    private boolean isTooMuch() {
        if (isHeldTooMuch()) {
            List<LiveItem> untested = held.subList(heldTested, held.size());
            untested.removeIf(wanted.negate());
            heldTested = held.size();
            heldBytes = held.stream().mapToLong(LiveItem::size).sum();
        }
        return isHeldTooMuch() || positionReads > POSITION_READS_MAX;
    }

    private boolean isHeldTooMuch() {
        return held.size() > sortedItemsMax || heldBytes > SORTED_BYTES_MAX;
    }

    private PositionEntries beginFetching(long documentNumber, Shapes shapes) {
        DocumentStretch numbers = DocumentNumbers.stretchAt(documentNumber);
        long first = Math.max(numbers.first(), place.number() + 1);
        PositionEntries begun = new PositionEntries(source.entries, shapes, new DocumentStretch(first, numbers.end()));
        entries = begun;
        position = CreationPlace.NONE;
        byte[] end = Invariant.present(keysAt(source, documentNumber).upper(), "items are not the last keys");
        rest = rest.intersect(new KeyRange(end, null));
        exhausted = rest.isEmpty();
        return begun;
    }

    private List<LiveItem> fetch(PositionEntries numbered) {
        List<LiveItem> fetched = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < fetchedItems && bytes < BATCH_BYTES_MAX; i++) {
            IndexEntry entry = numbered.next();
            if (entry == null) {
                break;
            }
            reads++;
            LiveItem live = place.isPassed(entry.documentNumber()) ? null : find(entry);
            place = place.afterFetched(entry.documentNumber());
            if (live != null) {
                fetched.add(live);
                bytes += live.size();
            }
        }
        if (numbered.isEmpty()) {
            entries = null;
        }
        return fetched;
    }

    private @Nullable LiveItem find(IndexEntry entry) {
        byte[] key = ItemKeys.item(Locator.decode(source.partitionKey, entry.locator()));
        byte[] value = source.range.contains(key) ? source.stored.get(key) : null;
        if (value == null) {
            return null;
        }
        StoredItem item = StoredItem.decode(value);
        return item.documentNumber() == entry.documentNumber() ? source.visible.apply(item) : null;
    }
}
