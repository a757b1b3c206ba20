package org.mayflydb.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.key.Keyspace;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.Transaction;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.ttl.StoredItem;

/**
 * The index of one partition: its entries, and the policies they were made by. Safe for use by many threads.
 *
 * <p><b>Change of policy.</b> The stored state gets the new policy beside the old ones, and from then on every write removes
 * the entries that any of them may have made and puts those of the newest. A rebuild then visits all items from the first
 * to the last and does the same; when it is through, the newest policy is the only one. It works in steps, each a commit of
 * its own that also moves the stored cursor, so it continues where it was after a restart, and starts over when the policy
 * changes again.
 *
 * <p>Entries of at most {@value #POLICIES_MAX} policies are kept apart. A change beyond that is put off until the rebuild under
 * way is through, and only the latest such change is made then. Nobody waits for it: until then writes and readers go by
 * the policies before, which is slower or faster but never wrong.
 *
 * <p>What is in memory is replaced after the commit that stored it. A write in between still goes by the older state: it
 * puts entries of a policy that is still among the stored ones, at a time when the rebuild has not begun or, at its end,
 * removes more than it must. Both are right.
 */
public final class PartitionIndex {
    private static final KeyRange ITEMS = KeyRange.prefix(Keyspace.ITEM.prefix());
    private static final int STEP_ITEMS_MAX = 100;
    private static final long STEP_BYTES_MAX = 4L * 1024 * 1024;

    /** Items may have thousands of entries; a step that has changed so many ends early. */
    private static final int STEP_CHANGES_MAX = 10_000;

    /** Bounds what one write must remove, and with it the size of its commit. */
    private static final int POLICIES_MAX = 4;

    private final Partition partition;
    private final ShapeRegistry shapes;
    private final EntryWriter entries;
    private volatile IndexState state;
    private volatile IndexView view;
    private volatile boolean recorded;

    /** What was asked for last; other rules than the newest of the state while a change is put off. */
    private volatile IndexRules wanted;

    /** Reads by which policies the entries were made, and begins a rebuild if those are others than {@code rules}. */
    public PartitionIndex(Partition partition, IndexRules rules) {
        this.partition = partition;
        this.shapes = new ShapeRegistry(partition.store());
        this.entries = new EntryWriter(shapes);
        byte[] stored = partition.store().get(IndexKeys.state());
        if (stored == null && partition.head().items() > 0) {
            throw new CorruptStoreException(
                    "Partition " + partition.number() + " has items but no record of its index");
        }
        this.recorded = stored != null;
        this.state = stored == null ? IndexState.of(rules) : IndexState.decode(stored, List.of(rules));
        this.view = new IndexView(state.policies());
        this.wanted = state.newest();
        change(rules);
    }

    /** The rules that writes go by. */
    public IndexRules rules() {
        return state.newest();
    }

    /** What the index can be asked for. */
    public IndexView view() {
        return view;
    }

    /** The shapes of all items, as of now. */
    public Shapes shapes() {
        return shapes.current();
    }

    /** Whether a change of policy is being carried out, or waits to be. */
    public boolean isRebuilding() {
        return state.isRebuilding() || state.newest() != wanted;
    }

    /** How many items a rebuild has been at; all of them if there is none. */
    long itemsDone() {
        IndexState current = state;
        return current.isRebuilding() ? Math.min(current.done(), items()) : items();
    }

    long items() {
        return partition.head().items();
    }

    /**
     * Puts other rules in force, which begins a rebuild. Nothing is done if the same rules are in force already. Takes two
     * commits at most, however many items there are.
     */
    public synchronized void change(IndexRules rules) {
        wanted = rules;
        if (state.newest() == rules) {
            return;
        }
        if (state.newest().makesSameEntriesAs(rules)) {
            List<IndexRules> same = new ArrayList<>(state.policies());
            same.set(same.size() - 1, rules);
            adopt(new IndexState(same, state.cursor(), state.done()));
            return;
        }
        if (state.changedTo(rules).policies().size() > POLICIES_MAX) {
            return;
        }
        begin(rules);
        // Where there are few items or none, the change is done with it.
        rebuildStep();
    }

    private void begin(IndexRules rules) {
        adopt(partition.writeAlone(transaction -> {
            IndexState changed = stored(transaction).changedTo(rules);
            transaction.put(IndexKeys.state(), changed.encode());
            return changed;
        }));
    }

    /** Rebuilds the entries of some more items, or begins what was put off; returns true if there is more to do. */
    public synchronized boolean rebuildStep() {
        if (state.isRebuilding()) {
            adopt(partition.writeAlone(this::rebuildSome));
        } else if (state.newest() != wanted) {
            begin(wanted);
        }
        return isRebuilding();
    }

    private IndexState rebuildSome(Transaction transaction) {
        IndexState current = stored(transaction);
        if (!current.isRebuilding()) {
            return current;
        }
        KeyRange rest = current.cursor() == null ? ITEMS : ITEMS.after(current.cursor());
        ScanPage page = transaction.scanStored(rest, STEP_ITEMS_MAX, STEP_BYTES_MAX);
        int changes = 0;
        int items = 0;
        for (KeyValue entry : page.entries()) {
            if (changes > STEP_CHANGES_MAX) {
                break;
            }
            byte[] locator = Arrays.copyOfRange(entry.key(), 1, entry.key().length);
            StoredItem item = StoredItem.decode(entry.value());
            ItemTerms terms = TermCollector.collect(current.newest(), item.jsonForMaintenance());
            changes += entries.replace(transaction, current.policies(), locator, item, item, terms)
                    .entries();
            items++;
        }
        boolean finished = page.exhausted() && items == page.entries().size();
        IndexState next = finished
                ? current.finished()
                : current.at(page.entries().get(items - 1).key(), current.done() + items);
        transaction.put(IndexKeys.state(), next.encode());
        return next;
    }

    private IndexState stored(Transaction transaction) {
        byte[] stored = transaction.get(IndexKeys.state());
        return stored == null ? state : IndexState.decode(stored, state.policies());
    }

    private void adopt(IndexState next) {
        state = next;
        view = new IndexView(next.policies());
        recorded = true;
    }

    /** Puts the entries of a new item and returns their number. */
    public int put(Transaction transaction, byte[] locator, StoredItem item, ItemTerms terms) {
        IndexState current = state;
        record(transaction, current);
        return entries.put(transaction, locator, item, by(current.newest(), terms, item));
    }

    /** Turns the entries of an item into those of its next version, which has the same number and locator. */
    public EntryChanges replace(
            Transaction transaction, byte[] locator, StoredItem replaced, StoredItem item, ItemTerms terms) {
        IndexState current = state;
        ItemTerms newest = by(current.newest(), terms, item);
        return entries.replace(transaction, current.policies(), locator, replaced, item, newest);
    }

    /** Removes the entries of an item. */
    public EntryChanges remove(Transaction transaction, StoredItem item) {
        return entries.remove(transaction, state.policies(), item);
    }

    /** The terms by the rules in force: a policy may have changed since the item was taken apart. */
    private static ItemTerms by(IndexRules rules, ItemTerms terms, StoredItem item) {
        return terms.rules() == rules ? terms : TermCollector.collect(rules, item.jsonForMaintenance());
    }

    /** The first item of a partition brings along the record of the policy that its entries are made by. */
    private void record(Transaction transaction, IndexState current) {
        if (recorded) {
            return;
        }
        if (transaction.get(IndexKeys.state()) == null) {
            transaction.put(IndexKeys.state(), current.encode());
        }
        transaction.onCommit(() -> recorded = true);
    }
}
