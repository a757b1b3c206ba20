package org.mayflydb.forecast;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mayflydb.item.expiry.LifeReader;
import org.mayflydb.item.record.StoredLife;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.ExpiryRule;

/**
 * Counts the items of a container at the slots of a sorting: one by one as long as there are not too many, else by a
 * sample. Only those are walked over that may have a deadline; how many others there are follows from how many there are
 * altogether.
 */
final class LifetimeCount {
    private final List<LifeReader> readers;
    private final Effort effort;
    private final boolean fromDocuments;
    private final boolean ownExpire;
    private final boolean inheritingExpire;

    /** @param rules by which deadlines are asked for */
    LifetimeCount(List<LifeReader> readers, List<ExpiryRule> rules, Effort effort) {
        this.readers = readers;
        this.effort = effort;
        this.fromDocuments = rules.stream().anyMatch(rule -> rule.ttl().clockPath() != null);
        this.ownExpire = rules.stream().anyMatch(rule -> rule.ttl().isOn());
        this.inheritingExpire = rules.stream().anyMatch(rule -> rule.ttl().mode() == ContainerTtl.Mode.DEFAULT);
    }

    Totals count(Sorting sorting) {
        long stored = readers.stream().mapToLong(LifeReader::items).sum();
        boolean tooMany = (inheritingExpire || fromDocuments) && stored > effort.entriesMax();
        Totals counted = tooMany ? null : countAll(sorting);
        return counted == null ? sample(sorting, stored) : counted;
    }

    /** Null if there are too many. */
    private @Nullable Totals countAll(Sorting sorting) {
        Totals totals = new Totals(sorting.slots());
        for (LifeReader reader : readers) {
            Walk walk = new Walk(reader, sorting, totals);
            if (fromDocuments) {
                reader.walkItems(walk);
            } else {
                if (ownExpire) {
                    reader.walkOwn(walk);
                }
                if (inheritingExpire) {
                    reader.walkInheriting(walk);
                }
            }
            if (totals.entries > effort.entriesMax()) {
                return null;
            }
            walk.addRest();
        }
        return totals;
    }

    private Totals sample(Sorting sorting, long stored) {
        Totals totals = new Totals(sorting.slots());
        for (LifeReader reader : readers) {
            double part = (double) reader.items() / Math.max(1, stored);
            new Sample(reader, sorting, fromDocuments)
                    .addTo(
                            totals,
                            Math.max(1, part * effort.sampleItems()),
                            Math.max(1, Math.round(part * effort.sampleBlocks())));
        }
        return totals;
    }

    /** Goes over items one by one until there are too many. */
    private final class Walk implements Predicate<StoredLife> {
        private final LifeReader reader;
        private final Sorting sorting;
        private final Totals totals;
        private final int[] slots;
        private long items;
        private long bytes;

        Walk(LifeReader reader, Sorting sorting, Totals totals) {
            this.reader = reader;
            this.sorting = sorting;
            this.totals = totals;
            this.slots = new int[sorting.slots()];
        }

        @Override
        public boolean test(StoredLife life) {
            int count = sorting.sort(life, reader.now(), slots);
            for (int i = 0; i < count; i++) {
                totals.add(slots[i], 1, life.size());
            }
            items++;
            bytes += life.size();
            totals.entries++;
            return totals.entries <= effort.entriesMax();
        }

        /** The items that were not met because nothing can make them expire. */
        void addRest() {
            long restItems = Math.max(0, reader.items() - items);
            long restBytes = Math.max(0, reader.bytes() - bytes);
            for (int slot : sorting.slotsOfNever()) {
                totals.add(slot, (double) restItems, (double) restBytes);
            }
        }
    }
}
