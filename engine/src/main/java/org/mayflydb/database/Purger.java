package org.mayflydb.database;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.database.ContainerRounds.Progress;
import org.mayflydb.item.Items;
import org.mayflydb.item.expiry.PurgeResult;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.units.UnitAccounts;

/**
 * Deletes expired items for good, in the background. Containers whose TTL is on take turns; expiry times are whole seconds,
 * so a round that left nothing to delete is followed by a pause of a second.
 *
 * <p><b>Requests go first.</b> Where throughput is limited, a step deletes what can be paid with the units that requests have
 * left unused in the current second. Where it is not, {@link PurgePace} bounds the time of a step and the pauses between
 * steps by the idle time of the machine. A request waits for at most the one commit of a step.
 *
 * <p>No step is made while the clock is not trusted.
 */
final class Purger implements ContainerRounds.Work {
    /** Where throughput is limited; the units bound it further. */
    static final int STEP_ITEMS = 100;

    static final long PAUSE_MILLIS = 5;
    static final long IDLE_MILLIS = 1000;

    /** Until requests may have left units unused. */
    static final long NO_UNITS_MILLIS = 25;

    /** The containers of the engine. */
    interface Containers {
        /** Those whose TTL is on; opens none of them. */
        List<ContainerRecord> expiring();

        /** Opens a container in its present state; null if it is gone or its TTL is off by now. */
        @Nullable
        OpenedContainer open(ContainerRecord container);

        /** The items of a container if it is open in this state; otherwise null. */
        @Nullable
        Items usable(ContainerRecord container);
    }

    private final Containers containers;
    private final UnitAccounts units;
    private final BooleanSupplier isTrusted;
    private final LoadMeter meter;
    private final PurgePace pace;
    private volatile long startedNanos;
    private boolean onlyLooked; // in the last step

    /**
     * @param units of requests and of the purge
     * @param isTrusted returns true if the clock is trusted
     */
    Purger(Containers containers, UnitAccounts units, BooleanSupplier isTrusted, LoadMeter meter) {
        this.containers = containers;
        this.units = units;
        this.isTrusted = isTrusted;
        this.meter = meter;
        this.pace = new PurgePace(meter);
    }

    /** The share of the time that steps may take where throughput is not limited. */
    double duty() {
        return pace.duty();
    }

    @Override
    public List<ContainerRecord> due() {
        List<ContainerRecord> expiring = containers.expiring();
        pace.retain(expiring.stream().map(ContainerRecord::rid).collect(Collectors.toSet()));
        return expiring;
    }

    /** Spares the many containers in which nothing expires for long. What brings an expiry forward ends the rest. */
    @Override
    public boolean isAtRest(ContainerRecord container) {
        Items items = containers.usable(container);
        return items != null && items.removal().isAtRest();
    }

    @Override
    public Progress step(ContainerRecord container) {
        OpenedContainer opened = containers.open(container);
        onlyLooked = true;
        return opened == null ? Progress.DONE : purge(opened.container(), opened.items());
    }

    /** None after a step that only looked: waking up costs more than looking, and there may be thousands of containers. */
    @Override
    public long pauseMillis() {
        long pauseMillis = units.rules().limited() ? PAUSE_MILLIS : pace.pauseMillis();
        return onlyLooked ? 0 : pauseMillis;
    }

    @Override
    public long blockedMillis() {
        return NO_UNITS_MILLIS;
    }

    @Override
    public long idleMillis() {
        return IDLE_MILLIS;
    }

    @Override
    public boolean isSuspended() {
        return !isTrusted.getAsBoolean();
    }

    /** Makes a step in one container, over as many of its partitions as it takes. */
    private Progress purge(ContainerRecord container, Items items) {
        int left = units.rules().limited() ? STEP_ITEMS : pace.stepItems(container.rid());
        Progress progress = Progress.DONE;
        for (PartitionSpec partition : container.partitions()) {
            if (left == 0) {
                return Progress.MORE;
            }
            int allowed = units.purgeAllowance(container, partition, left);
            if (allowed == 0) {
                progress = progress == Progress.MORE ? Progress.MORE : Progress.BLOCKED;
                continue;
            }
            startedNanos = meter.nanoTime();
            PurgeResult step =
                    items.removal().purgeUnnoticed(partition, allowed, () -> startedNanos = meter.nanoTime());
            pace.stepped(container.rid(), step.items(), meter.nanoTime() - startedNanos, step.lateSeconds());
            units.spendOnPurge(container, partition, step.items(), step.units());
            left -= step.items();
            onlyLooked &= step.done() && step.items() == 0;
            if (isWorthAnother(items, step)) {
                progress = Progress.MORE;
            }
        }
        return progress;
    }

    /** A scan of all items, where only they know when they expire, must not be repeated without a pause. */
    private static boolean isWorthAnother(Items items, PurgeResult step) {
        return !step.done() && (items.ttl().clockPath() == null || step.items() > 0);
    }
}
