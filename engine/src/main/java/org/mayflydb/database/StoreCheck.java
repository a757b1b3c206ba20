package org.mayflydb.database;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.SystemTime;
import org.mayflydb.catalog.Catalog;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.format.StoreFormat;
import org.mayflydb.item.check.PartitionCheck;
import org.mayflydb.membership.Membership;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;

/** Reads a store that no engine has open and reports everything that does not fit together. Changes nothing. */
public final class StoreCheck {
    private static final int FINDINGS_MAX = 1000;

    private final Store store;
    private final List<String> findings = new ArrayList<>();
    private final Set<Integer> known = new HashSet<>();
    private int containers;
    private int partitions;
    private long items;

    private StoreCheck(Store store) {
        this.store = store;
    }

    public static CheckReport run(Store store) {
        StoreCheck check = new StoreCheck(TranslatedStore.of(store));
        try {
            check.walk();
        } catch (MayflyException damaged) {
            check.report("the store", String.valueOf(damaged.getMessage()));
        }
        return new CheckReport(check.containers, check.partitions, check.items, check.findings);
    }

    private void walk() {
        store.verifyChecksums();
        // Only read, so the clock, the durability and the owner are never used.
        Partition system = new Partition(
                Engine.SYSTEM,
                new Partition.Environment(store, SystemTime.source(), Durability.SYNCED, Ownership.NOBODY));
        StoreFormat.check(store);
        Catalog catalog = new Catalog(system, null, RandomGenerator.getDefault());
        catalog.partitions().check(finding -> report("the catalog", finding));
        Membership.check(store, finding -> report("the list of nodes", finding));
        known.add(system.number());
        known.add(Membership.PARTITION);
        known.addAll(catalog.partitions().dropped());
        for (DatabaseRecord database : catalog.databases()) {
            catalog.containers(database.id()).forEach(this::checkContainer);
        }
        for (int number : store.partitionNumbers()) {
            if (!known.contains(number) && !isDropped(number)) {
                report("partition " + number, "it belongs to no container");
            }
        }
    }

    /** Of a partition that processes have shared, the head stays for good, so that no late write revives it. */
    private boolean isDropped(int number) {
        StorePartition partition = store.partition(number);
        try {
            return PartitionHead.stored(partition).ownership().state() == PartitionHead.State.DROPPED
                    && partition.scanKeys(KeyRange.all(), 2).keys().size() == 1;
        } catch (CorruptStoreException damaged) {
            report("partition " + number, String.valueOf(damaged.getMessage()));
            return false;
        }
    }

    private void checkContainer(ContainerRecord container) {
        containers++;
        String name = "container " + container.database().id() + "/" + container.id();
        for (PartitionSpec partition : container.partitions()) {
            partitions++;
            String place = name + ", partition " + partition.number();
            if (!known.add(partition.number())) {
                report(place, "another container has the same partition");
            }
            checkPartition(container, partition, finding -> report(place, finding));
        }
    }

    private void checkPartition(ContainerRecord container, PartitionSpec partition, Consumer<String> report) {
        try {
            items += PartitionCheck.run(
                    store.partition(partition.number()), partition, ContainerOpener.layout(container), report);
        } catch (MayflyException damaged) {
            report.accept(String.valueOf(damaged.getMessage()));
        }
    }

    private void report(String place, String finding) {
        if (findings.size() < FINDINGS_MAX) {
            findings.add(place + ": " + finding);
        }
    }
}
