package org.mayflydb.query.access;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ContinuationToken;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.index.IndexEntry;
import org.mayflydb.index.IndexRules;
import org.mayflydb.index.IndexView;
import org.mayflydb.index.Shapes;
import org.mayflydb.index.TermPath;
import org.mayflydb.item.expiry.ExpiredDocuments;
import org.mayflydb.item.read.FoundItems;
import org.mayflydb.item.read.ItemReader;
import org.mayflydb.item.read.ItemWalk;
import org.mayflydb.item.record.CreationPlace;
import org.mayflydb.item.record.Locator;
import org.mayflydb.key.DocumentNumbers;
import org.mayflydb.key.DocumentStretch;
import org.mayflydb.key.EpkRange;
import org.mayflydb.query.run.Budget;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.KeyCount;
import org.mayflydb.storage.KeyPage;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.ttl.LiveItem;

/**
 * A partition as one request sees it: a snapshot, with one expiry rule, what its index offers now, and only the items in the
 * scope of the request.
 */
public final class PartitionView implements AutoCloseable {
    private static final long SCAN_BYTES_MAX = 1024L * 1024;

    private final ItemReader reader;
    private final EpkRange range;
    private final boolean whole;
    private final @Nullable KeyScope key;
    private final boolean acrossKeys;
    private final Work work;
    private final Budget budget;

    /**
     * A view of the items whose effective partition keys are in the range; it closes the reader.
     *
     * @param key the one partition key, or the beginning of one, whose items these are; null if they have several
     */
    public PartitionView(ItemReader reader, EpkRange range, @Nullable KeyScope key, Work work, Budget budget) {
        this.reader = reader;
        this.range = range;
        this.whole = key == null && range.containsAll(reader.partition().range());
        this.key = key;
        this.acrossKeys = key == null && reader.isSmall();
        this.work = work;
        this.budget = budget;
    }

    public int number() {
        return reader.partition().number();
    }

    /** Whether it is that partition, or one that it was split into. */
    public boolean descendsFrom(int partitionNumber) {
        return reader.partition().descendsFrom(partitionNumber);
    }

    IndexView index() {
        return reader.index();
    }

    /** What the index will offer once a change of policy is carried out; the same as now if there is none. */
    IndexRules newestRules() {
        return reader.indexRules();
    }

    /** Whether the index still offers what it did; if not, what was read through it counts for nothing. */
    public boolean isStillValid() {
        return reader.isStillValid();
    }

    @Override
    public void close() {
        reader.close();
    }

    Shapes shapes() {
        return reader.shapes();
    }

    /** Whether all items of the partition are in scope. */
    boolean isWhole() {
        return whole;
    }

    /** The document numbers of the items in scope, if they are those of one partition key; null otherwise. */
    @Nullable
    DocumentStretch stretch() {
        return key == null ? null : key.numbers();
    }

    /** The one partition key that all items in scope have; null if they have several. */
    @Nullable
    KeyScope key() {
        return key;
    }

    Budget budget() {
        return budget;
    }

    /** Returns true if creation order is across keys here; items of one key have it by their numbers. */
    boolean isWalkedAcrossKeys() {
        return acrossKeys;
    }

    /** A number that is greater for items that come later in creation order. */
    public long creationIndex(LiveItem item) {
        long number = item.stored().documentNumber();
        return acrossKeys ? DocumentNumbers.running(number) : number;
    }

    /**
     * All items in scope, in creation order.
     *
     * @param wanted returns false for items that may be left out
     * @param itemsWanted about how many are going to be used
     */
    ItemCursor inCreationOrder(CreationPlace after, Predicate<LiveItem> wanted, int itemsWanted) {
        ItemWalk walk = reader.walk(range, key == null ? null : key.test(), after, wanted, itemsWanted);
        return new CreationScan(this, walk);
    }

    void countScanned(LiveItem item) {
        work.items(1, item.size());
        budget.spendCharacters(item.size());
    }

    /** All items in scope. */
    public ItemCursor everything() {
        return new ScanCursor(this, null);
    }

    /** Returns what a client sent as the locator of an item, if it can be one. */
    byte[] checkedLocator(byte[] sent) {
        try {
            return Locator.decode(reader.partitionKey(), sent).bytes();
        } catch (CorruptStoreException noLocator) {
            throw ContinuationToken.invalid();
        }
    }

    FoundItems scanItems(byte @Nullable [] afterLocator, int entriesMax) {
        FoundItems found =
                reader.scan(range, key == null ? null : key.test(), afterLocator, entriesMax, SCAN_BYTES_MAX);
        long bytes =
                found.items().stream().mapToLong(item -> item.item().size()).sum();
        work.items(found.items().size(), bytes);
        budget.spend(found.entries());
        budget.spendCharacters(bytes);
        return found;
    }

    /** Neighbouring entries of the index; they count when they are used. */
    ScanPage scanIndex(KeyRange entries, Direction direction, int entriesMax) {
        return reader.scanIndex(entries, direction, entriesMax, SCAN_BYTES_MAX);
    }

    /** How many such entries there are; they count at once. */
    KeyCount countIndex(KeyRange entries, int keysMax) {
        KeyCount count = reader.countIndexKeys(entries, keysMax);
        work.entries(count.keys());
        budget.spend(count.keys());
        return count;
    }

    /** The keys of such entries; they count at once. */
    KeyPage scanIndexKeys(KeyRange entries, int keysMax) {
        KeyPage page = reader.scanIndexKeys(entries, keysMax);
        work.entries(page.keys().size());
        budget.spend(page.keys().size());
        return page;
    }

    /** How many entries a range has, to judge it by; no more than {@code max} are looked at, and no metric counts them. */
    int probeIndex(KeyRange entries, int max) {
        int found = reader.countIndexKeys(entries, max).keys();
        budget.spend(1 + found);
        return found;
    }

    /** Whether all items in scope have the same there, because it is what their partition key is made of. */
    boolean isFixed(TermPath path) {
        // How many levels of a hierarchical key the scope has is not known here, but the first it has.
        return key != null && keyPath(0).equals(path);
    }

    /** Where items have a component of their partition key. */
    TermPath keyPath(int component) {
        return TermPath.of(reader.partitionKey().paths().get(component));
    }

    /** About how many items are in scope, expired ones included. */
    long itemsEstimate(int probeMax) {
        if (whole) {
            return reader.storedItemsEstimate();
        }
        int probe = reader.countItems(range, probeMax);
        if (probe < probeMax) {
            return probe;
        }
        long bytesEach = Math.max(1, reader.storedBytesEstimate() / Math.max(1, reader.storedItemsEstimate()));
        return Math.max(probe, reader.approximateItemBytes(range) / bytesEach);
    }

    /** How many items the partition has, in scope or not, expired or not. */
    long storedItems() {
        return reader.storedItems();
    }

    /** About how many these are. */
    long storedItemsEstimate() {
        return reader.storedItemsEstimate();
    }

    long approximateIndexBytes(KeyRange entries) {
        return reader.approximateIndexBytes(entries);
    }

    /** The item of an entry, unless it is out of scope, has expired, or is not the one any more that the entry meant. */
    @Nullable
    LiveItem find(IndexEntry entry) {
        if (!isInScope(entry)) {
            return null;
        }
        LiveItem item = reader.find(entry.locator());
        if (item == null) {
            work.expiredEntries(1);
        } else {
            work.items(1, item.size());
            budget.spendCharacters(item.size());
        }
        budget.step();
        boolean same = item != null
                && item.stored().documentNumber() == entry.documentNumber()
                && (key == null || item.stored().has(key.test()));
        return same ? item : null;
    }

    /** Whether the item of an entry can be in scope: what has the hash of its partition key may have another key. */
    boolean isInScope(IndexEntry entry) {
        if (key != null && !key.numbers().contains(entry.documentNumber())) {
            return false;
        }
        return whole || reader.isWithin(range, entry.locator());
    }

    /** The items that have expired and still have entries; null if only the items tell. */
    @Nullable
    ExpiredDocuments expired() {
        return reader.knowsExpired() ? reader.expired() : null;
    }

    /** Counts for the metrics of the request. */
    Work work() {
        return work;
    }

    void countEntry() {
        work.entries(1);
        budget.step();
    }
}
