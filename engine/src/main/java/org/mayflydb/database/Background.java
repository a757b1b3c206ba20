package org.mayflydb.database;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.Catalog;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.item.Items;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.storage.Store;
import org.mayflydb.units.UnitAccounts;

/**
 * The work that an engine does by itself: purging, splitting, rebuilding indexes, trimming logs, removing the items of deleted
 * partition keys. Each is a {@link StepLoop} over {@link ContainerRounds} with a thread of its own, so a long split never
 * delays the purge.
 */
public final class Background implements AutoCloseable {
    /** The most that one step removes from a partition's log. */
    private static final int TRIM_RECORDS = 200;

    /** The most items of a deleted partition key that one step removes. */
    private static final int REMOVED_ITEMS = 100;

    private static final long CHORE_PAUSE_MILLIS = 10;
    private static final long CHORE_IDLE_MILLIS = 10_000;
    private static final long REBUILD_IDLE_MILLIS = 1000;

    private final Store store;
    private final Catalog catalog;
    private final OpenContainers containers;
    private final EngineListener listener;
    private final Purger purger;
    private final Splitter splitter;
    private final Job purge;
    private final Job trimming;
    private final Job keyRemoval;
    private final Job splits;
    private final Job rebuilds;

    /** A job with its loop and its failures. */
    private record Job(ContainerRounds.Work work, StepLoop loop, JobFailures failures) {
        /** Saves a thread if there is nothing to do. */
        void wakeIfDue() {
            if (!work.due().isEmpty()) {
                loop.wake();
            }
        }
    }

    /** @param clockTrusted returns false while nothing may be deleted for being old */
    Background(
            OpenStore open,
            OpenContainers containers,
            UnitAccounts units,
            EngineSettings settings,
            BooleanSupplier clockTrusted) {
        this.store = open.environment().store();
        this.catalog = open.catalog();
        this.containers = containers;
        this.listener = settings.listener();
        EngineSettings.Jobs jobs = settings.jobs();
        StepTimer purgeTimer = jobs.purgeTimer();
        StepTimer timer = timer(jobs.executor());
        this.purger = new Purger(new ExpiringContainers(), units, clockTrusted, jobs.loadMeter());
        this.purge = job("mayfly-purge", "A step of the purge", purger, purgeTimer);
        this.trimming = job(
                "mayfly-log-trim",
                "A step of trimming logs",
                chore(Background::keepsLog, items -> items.trimLog(TRIM_RECORDS)),
                purgeTimer);
        this.keyRemoval = job(
                "mayfly-key-removal",
                "A step of removing deleted partition keys",
                chore(this::hasDeletedKeys, items -> items.removal().removeDeleted(REMOVED_ITEMS)),
                purgeTimer);
        this.splitter = open.splitter(new SplittingContainers(units));
        this.splits = job("mayfly-split", "Splitting a partition", splitter, timer);
        this.rebuilds = job(
                "mayfly-index-rebuild",
                "A step of rebuilding an index",
                new Chore(this::withStaleIndex, this::rebuildStep, 0, REBUILD_IDLE_MILLIS),
                timer);
    }

    /** An executor runs steps without any pause in between. */
    private static @Nullable StepTimer timer(@Nullable Executor executor) {
        return executor == null ? null : (delayMillis, step) -> executor.execute(step);
    }

    private Job job(String threadName, String step, ContainerRounds.Work work, @Nullable StepTimer timer) {
        JobFailures failures = new JobFailures(step, listener);
        return new Job(work, new StepLoop(threadName, new ContainerRounds(work, failures), timer, failures), failures);
    }

    private Chore chore(Predicate<ContainerRecord> isDue, Predicate<Items> step) {
        return new Chore(
                () -> catalog.containers().stream().filter(isDue).toList(),
                container -> {
                    Items items = reopen(container);
                    return items != null && step.test(items);
                },
                CHORE_PAUSE_MILLIS,
                CHORE_IDLE_MILLIS);
    }

    void start() {
        purge.wakeIfDue();
        trimming.wakeIfDue();
        keyRemoval.wakeIfDue();
        splits.wakeIfDue();
    }

    /** A container was opened, or its properties have changed. */
    void adapted(ContainerRecord container, Items items) {
        expiryChanged(container);
        if (items.logPolicy().isKept()) {
            trimming.loop.wake();
        }
        requested(items);
    }

    void expiryChanged(ContainerRecord container) {
        if (container.ttl().isOn()) {
            purge.loop.wake();
        }
    }

    /** A request uses the container, so its index should be complete soon. */
    void requested(Items items) {
        if (items.index().isStale()) {
            rebuilds.loop.wake();
        }
    }

    /** A split may be in the middle that another process has begun. */
    void partitionsMoved() {
        splits.wakeIfDue();
    }

    void throughputChanged() {
        splits.wakeIfDue();
    }

    void keyDeleted() {
        keyRemoval.loop.wake();
    }

    /** How many expired items were purged since the engine was opened, in the background or on request. */
    public long purgedItems() {
        return containers.purgedItems();
    }

    /** For how many seconds the oldest item that is still stored has been expired, in any open container. */
    public long oldestExpiredSeconds() {
        return containers.all().stream()
                .mapToLong(open -> open.items().removal().oldestExpiredSeconds())
                .max()
                .orElse(0);
    }

    /** The share of the time that the purge may take at present, where throughput is not limited. */
    public double purgeDuty() {
        return purger.duty();
    }

    /** How many steps of the purge have failed; each is tried again. */
    public long failedPurgeSteps() {
        return purge.failures.count();
    }

    /** How many splits of partitions have failed; each is tried again. */
    public long failedSplits() {
        return splits.failures.count();
    }

    /** How many steps of trimming logs and of removing deleted partition keys have failed; each is tried again. */
    public long failedChoreSteps() {
        return trimming.failures.count() + keyRemoval.failures.count();
    }

    /** Waits for the steps in progress, and makes no other. */
    @Override
    public void close() {
        splitter.cancel();
        List.of(purge, trimming, keyRemoval, splits, rebuilds).forEach(job -> job.loop.close());
    }

    private static boolean keepsLog(ContainerRecord container) {
        return ContainerOpener.logPolicy(container.properties()).isKept();
    }

    /** Reads the store for containers that are not open: the removal continues after a restart. */
    private boolean hasDeletedKeys(ContainerRecord container) {
        Items open = containers.find(container);
        return open == null
                ? container.partitions().stream()
                        .anyMatch(partition -> Items.hasDeletedKeys(store.partition(partition.number())))
                : open.removal().hasDeletedKeys();
    }

    private List<ContainerRecord> withStaleIndex() {
        return containers.all().stream()
                .filter(open -> open.items().index().isStale())
                .map(OpenedContainer::container)
                .toList();
    }

    /** A container that was closed meanwhile is rebuilt after it is opened again. */
    private boolean rebuildStep(ContainerRecord container) {
        Items open = containers.find(container);
        return open != null && open.index().rebuildStep();
    }

    private @Nullable Items reopen(ContainerRecord container) {
        ContainerRecord current = catalog.findContainer(container.database().id(), container.id());
        return current == null ? null : containers.open(current);
    }

    private final class SplittingContainers implements Splitter.Containers {
        private final UnitAccounts units;

        SplittingContainers(UnitAccounts units) {
            this.units = units;
        }

        @Override
        public Items open(ContainerRecord container) {
            return containers.open(container);
        }

        @Override
        public void exclusively(ContainerRecord container, Supplier<ContainerRecord> action) {
            containers.exclusively(container, action);
        }

        @Override
        public void split(ContainerRecord container, PartitionSpec parent, Items items, Runnable remove) {
            requested(items);
            splits.loop.runLater(Splits.READERS_MILLIS, () -> removeParent(container, parent, remove));
        }

        private void removeParent(ContainerRecord container, PartitionSpec parent, Runnable remove) {
            try {
                remove.run();
            } catch (RuntimeException failure) {
                // The catalog lists it as dropped: the next start tries again.
                splits.failures.report(failure);
            }
            units.forget(container, parent);
        }
    }

    private final class ExpiringContainers implements Purger.Containers {
        @Override
        public List<ContainerRecord> expiring() {
            return catalog.containers().stream()
                    .filter(container -> container.ttl().isOn())
                    .toList();
        }

        @Override
        public @Nullable OpenedContainer open(ContainerRecord container) {
            ContainerRecord current = catalog.findContainer(container.database().id(), container.id());
            return current == null || !current.ttl().isOn()
                    ? null
                    : new OpenedContainer(current, containers.open(current));
        }

        @Override
        public @Nullable Items usable(ContainerRecord container) {
            return containers.usable(container);
        }
    }
}
