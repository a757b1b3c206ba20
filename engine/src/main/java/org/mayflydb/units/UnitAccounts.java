package org.mayflydb.units;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ThrottledException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.catalog.Offer;
import org.mayflydb.charge.Throughput;
import org.mayflydb.charge.ThroughputRules;
import org.mayflydb.key.ResourceId;
import org.mayflydb.partition.PartitionSpec;

/**
 * The request units of all containers: how many each has spent, and whether it may spend more.
 *
 * <p>The throughput of a container is divided evenly over its physical partitions. That of a database, which its containers
 * share, is not divided. Of autoscale throughput the maximum may be spent at any time. In a serverless account every
 * physical partition has the same.
 */
public final class UnitAccounts {
    /** A step of the purge is worth a commit of its own when this part of a second's units pays for it. */
    private static final double STEP_PART = 0.05;

    /** Stands for a partition where a ledger is that of a whole database. */
    private static final int SHARED = 0;

    private final InstantSource clock;
    private final ThroughputRules rules;
    private final ConcurrentMap<ResourceId, UnitsSpent> spent = new ConcurrentHashMap<>();
    private final ConcurrentMap<Account, UnitLedger> ledgers = new ConcurrentHashMap<>();

    /** @param owner whose throughput it is, a container or a database */
    private record Account(ResourceId owner, int partition) {}

    private final Function<ContainerRecord, @Nullable ContainerRecord> present;

    /** A ledger and what it may spend at present. */
    private record Budget(UnitLedger ledger, double unitsPerSecond) {}

    /** @param present the newest record of a container; null if it is gone, even if another one has its name */
    public UnitAccounts(
            InstantSource clock, ThroughputRules rules, Function<ContainerRecord, @Nullable ContainerRecord> present) {
        this.clock = clock;
        this.rules = rules;
        this.present = present;
    }

    public ThroughputRules rules() {
        return rules;
    }

    /** What a container has spent since the database was opened. */
    public UnitsSpent spent(ContainerRecord container) {
        UnitsSpent known = spent.get(container.rid());
        if (known != null) {
            return known;
        }
        UnitsSpent added = spent.computeIfAbsent(container.rid(), rid -> new UnitsSpent());
        // A request may end after its container does: what it adds then must not stay.
        if (present.apply(container) == null) {
            spent.remove(container.rid());
        }
        return added;
    }

    /**
     * Lets a request in if all the partitions it will ask have units left.
     *
     * @throws ThrottledException if one has none; nothing is booked then
     */
    public void admit(ContainerRecord container, List<PartitionSpec> partitions) {
        if (!rules.limited()) {
            return;
        }
        long now = clock.millis();
        long wait = 0;
        for (PartitionSpec partition : partitions) {
            Budget budget = budget(container, partition);
            wait = Math.max(wait, budget.ledger.waitMillis(now, budget.unitsPerSecond));
        }
        if (wait > 0) {
            spent(container).countThrottled();
            throw new ThrottledException(wait);
        }
    }

    /** Books what a request has cost; if it has asked several partitions, in equal parts. */
    public void spend(ContainerRecord container, List<PartitionSpec> partitions, double units) {
        spent(container).addRequest(units);
        if (!rules.limited()) {
            return;
        }
        long now = clock.millis();
        for (PartitionSpec partition : partitions) {
            Budget budget = budget(container, partition);
            budget.ledger.spend(now, budget.unitsPerSecond, units / partitions.size());
        }
    }

    /** How many items the purge may delete in a partition now, with what requests have left over there. */
    public int purgeAllowance(ContainerRecord container, PartitionSpec partition, int itemsMax) {
        if (!rules.limited()) {
            return itemsMax;
        }
        Budget budget = budget(container, partition);
        double leftOver = budget.ledger.leftOver(clock.millis(), budget.unitsPerSecond);
        double each = spent(container).unitsPerPurgedItem();
        // One is always affordable in the end, even if it costs more than a second has: the ledger remembers the debt.
        double needed = Math.min(itemsMax * each, STEP_PART * budget.unitsPerSecond);
        return leftOver < needed ? 0 : (int) Math.max(1, Math.min(itemsMax, leftOver / each));
    }

    /** Books what the purge has spent, which is charged only in a serverless account. */
    public void spendOnPurge(ContainerRecord container, PartitionSpec partition, int items, double units) {
        if (items == 0) {
            return;
        }
        UnitsSpent total = spent(container);
        total.addPurge(items, units);
        if (rules.serverless()) {
            total.addRequest(units);
        }
        if (rules.limited()) {
            Budget budget = budget(container, partition);
            budget.ledger.spendOnPurge(clock.millis(), budget.unitsPerSecond, units);
        }
    }

    /** Forgets a container that is gone. */
    public void forget(ContainerRecord container) {
        spent.remove(container.rid());
        container.partitions().forEach(partition -> forget(container, partition));
    }

    /** Forgets a partition that is gone. */
    public void forget(ContainerRecord container, PartitionSpec partition) {
        ledgers.remove(new Account(container.rid(), partition.number()));
    }

    /** Forgets a database that is gone. */
    public void forget(DatabaseRecord database) {
        ledgers.remove(new Account(database.rid(), SHARED));
    }

    /** How many accounts there are, for tests. */
    public int size() {
        return spent.size() + ledgers.size();
    }

    private Budget budget(ContainerRecord container, PartitionSpec partition) {
        if (rules.serverless()) {
            return new Budget(ledger(container, partition), ThroughputRules.SERVERLESS_UNITS_MAX);
        }
        if (container.offer() != null) {
            double units = container.offer().throughput().unitsMax();
            return new Budget(
                    ledger(container, partition), units / container.partitions().size());
        }
        Offer shared = container.database().offer();
        // A container that was made while the account was serverless has no offer and no share of one.
        Throughput throughput = shared == null ? Throughput.DEFAULT : shared.throughput();
        return new Budget(sharedLedger(container), throughput.unitsMax());
    }

    private UnitLedger ledger(ContainerRecord container, PartitionSpec partition) {
        Account account = new Account(container.rid(), partition.number());
        UnitLedger known = ledgers.get(account);
        if (known != null) {
            return known;
        }
        UnitLedger added = ledgers.computeIfAbsent(account, any -> new UnitLedger());
        ContainerRecord newest = present.apply(container);
        if (newest == null || !newest.partitions().contains(partition)) {
            ledgers.remove(account);
        }
        return added;
    }

    private UnitLedger sharedLedger(ContainerRecord container) {
        Account account = new Account(container.database().rid(), SHARED);
        UnitLedger known = ledgers.get(account);
        if (known != null) {
            return known;
        }
        UnitLedger added = ledgers.computeIfAbsent(account, any -> new UnitLedger());
        if (present.apply(container) == null) {
            ledgers.remove(account);
        }
        return added;
    }
}
