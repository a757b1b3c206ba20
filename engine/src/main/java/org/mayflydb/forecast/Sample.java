package org.mayflydb.forecast;

import java.util.SplittableRandom;
import org.mayflydb.item.expiry.LifeReader;

/**
 * Looks at some items of a partition and reckons from them how many of all there are at each slot.
 *
 * <p>The frame is the feed, which has every item once, at the sequence number of its last write. It is cut into blocks of
 * equally many sequence numbers, long gaps between them left out, and these into equal runs; of each run one block is drawn and read whole. So every item is
 * drawn with the same chance, however densely they lie, and old and new ones get their share. Because how many items there
 * are and how large is known, the sample only has to tell their shares.
 *
 * <p>The error is reckoned from how much neighbouring runs differ, which makes it rather too large than too small. To it
 * comes what a slot may hold unseen: three times what one drawn item stands for, or a run's share of the items if that is
 * more, because a slot may lie between two drawn blocks.
 */
final class Sample {
    /** The draw must be the same at each time, and independent of what is stored. */
    private static final long SEED = 0x6D61_7966_6C79L;

    private static final double UNSEEN_ITEMS = 3;

    private final LifeReader reader;
    private final Sorting sorting;
    private final boolean fromDocuments;
    private final Differences itemDifferences;
    private final Differences byteDifferences;
    private final int[] slots;
    private long entries;
    private int blocksWithItems;

    Sample(LifeReader reader, Sorting sorting, boolean fromDocuments) {
        this.reader = reader;
        this.sorting = sorting;
        this.fromDocuments = fromDocuments;
        this.itemDifferences = new Differences(sorting.slots());
        this.byteDifferences = new Differences(sorting.slots());
        this.slots = new int[sorting.slots()];
    }

    /**
     * Draws about so many items in about so many blocks, and adds what follows to the totals.
     *
     * @param itemsWanted at least one
     */
    void addTo(Totals totals, double itemsWanted, long blocksWanted) {
        WrittenLsns lsns = new WrittenLsns(reader);
        long span = lsns.count();
        if (reader.items() == 0 || span == 0) {
            return;
        }
        double share = Math.min(1, itemsWanted / reader.items());
        long blockLength = Math.max(1, Math.round(share * span / blocksWanted));
        long blocks = -Math.floorDiv(-span, blockLength);
        long runLength = Math.max(1, Math.round(1 / share));
        SplittableRandom random = new SplittableRandom(SEED + reader.partition());
        for (long run = 0; run < blocks; run += runLength) {
            long length = Math.min(runLength, blocks - run);
            long from = (run + random.nextLong(length)) * blockLength;
            look(lsns, from, from + blockLength, length);
        }
        finish(totals, runLength);
    }

    /** @param weight how many blocks this one stands for */
    private void look(WrittenLsns lsns, long from, long until, long weight) {
        long before = entries;
        lsns.visit(from, until, (firstLsn, lastLsn) -> walk(firstLsn, lastLsn, weight));
        if (entries > before) {
            blocksWithItems++;
        }
        itemDifferences.nextRun();
        byteDifferences.nextRun();
    }

    private void walk(long firstLsn, long lastLsn, long weight) {
        reader.walkWrites(firstLsn, lastLsn, fromDocuments, life -> {
            int count = sorting.sort(life, reader.now(), slots);
            for (int i = 0; i < count; i++) {
                itemDifferences.add(slots[i], (double) weight);
                byteDifferences.add(slots[i], (double) weight * life.size());
            }
            itemDifferences.addToAll((double) weight);
            byteDifferences.addToAll((double) weight * life.size());
            entries++;
            return true;
        });
    }

    private void finish(Totals totals, long runLength) {
        totals.exact &= runLength == 1;
        totals.entries += entries;
        if (entries == 0) {
            // Nothing was drawn: the items may be anywhere.
            totals.itemFloor += reader.items();
            totals.byteFloor += reader.bytes();
            return;
        }
        double itemFactor = reader.items() / itemDifferences.all();
        double byteFactor = byteDifferences.all() == 0 ? 0 : reader.bytes() / byteDifferences.all();
        for (int slot = 0; slot < sorting.slots(); slot++) {
            totals.add(slot, itemFactor * itemDifferences.sum(slot), byteFactor * byteDifferences.sum(slot));
            totals.itemVariances[slot] += itemFactor * itemFactor * itemDifferences.variance(slot);
            totals.byteVariances[slot] += byteFactor * byteFactor * byteDifferences.variance(slot);
        }
        if (runLength > 1) {
            double unseen =
                    Math.max(UNSEEN_ITEMS * reader.items() / entries, (double) reader.items() / blocksWithItems);
            totals.itemFloor = Math.max(totals.itemFloor, unseen);
            totals.byteFloor = Math.max(totals.byteFloor, unseen * reader.bytes() / reader.items());
        }
    }
}
