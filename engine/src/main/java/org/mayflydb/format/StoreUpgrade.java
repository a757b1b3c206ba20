package org.mayflydb.format;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.membership.Membership;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreCopier;
import org.mayflydb.storage.StorePartition;

/**
 * Upgrades a store of the format {@value StoreFormat#PREVIOUS}. Must have the store to itself.
 *
 * <p>First the store is copied, if it can be, so that the release that wrote it can continue with the copy. Then the format
 * record changes, so that no other release opens the store any more; then partition by partition is upgraded; last of all the
 * format record changes again. Each step can be repeated, so an upgrade that was interrupted anywhere continues when the store
 * is next opened.
 */
public final class StoreUpgrade {
    private static final int TRIES_MAX = 8;

    private final Store store;
    private final StorePartition system;
    private final UpgradeListener listener;

    private StoreUpgrade(Store store, UpgradeListener listener) {
        this.store = store;
        this.system = store.partition(StoreFormat.SYSTEM_PARTITION);
        this.listener = listener;
    }

    /** Upgrades the store if it has the format before this one, or continues that; otherwise does nothing. */
    public static void runIfNeeded(Store store, UpgradeListener listener) {
        String format = StoreFormat.of(store.partition(StoreFormat.SYSTEM_PARTITION));
        if (StoreFormat.PREVIOUS.equals(format)) {
            new StoreUpgrade(store, listener).copy();
        }
        run(store, listener);
    }

    /** Does the same with a store that is a copy itself, so no further copy is made. */
    public static void runWithoutCopy(Store copy) {
        run(copy, UpgradeListener.NONE);
    }

    private static void run(Store store, UpgradeListener listener) {
        String format = StoreFormat.of(store.partition(StoreFormat.SYSTEM_PARTITION));
        StoreUpgrade upgrade = new StoreUpgrade(store, listener);
        if (StoreFormat.PREVIOUS.equals(format)) {
            upgrade.begin();
        } else if (StoreFormat.UPGRADING.equals(format)) {
            upgrade.proceed();
        }
    }

    private void copy() {
        Optional<StoreCopier> copier = store.copier();
        if (copier.isPresent()) {
            listener.storeCopied(EarlierCopy.make(store.location(), copier.get()));
        }
    }

    private void begin() {
        replaceFormat(StoreFormat.PREVIOUS, new Commit(Durability.SYNCED), StoreFormat.UPGRADING);
        proceed();
    }

    private void proceed() {
        List<Integer> partitions = store.partitionNumbers().stream()
                .filter(number -> number != StoreFormat.SYSTEM_PARTITION && number != Membership.PARTITION)
                .toList();
        PartitionUpgrade.Progress progress = new PartitionUpgrade.Progress(listener, partitions.size());
        for (int number : partitions) {
            new PartitionUpgrade(store.partition(number), progress).run();
            progress.partitionDone();
        }
        finish();
        listener.upgradeFinished();
    }

    private void finish() {
        Commit commit = new Commit(Durability.SYNCED);
        byte[] head = system.get(PartitionHead.KEY);
        if (head == null) {
            throw new CorruptStoreException(
                    "The store at " + store.location() + " has no head in its system partition");
        }
        commit.ifValue(PartitionHead.KEY, head)
                .put(PartitionHead.KEY, PartitionHead.decode(head).encode());
        replaceFormat(StoreFormat.UPGRADING, commit, StoreFormat.CURRENT);
    }

    private void replaceFormat(String from, Commit commit, String to) {
        commit.ifValue(StoreFormat.KEY, StoreFormat.bytes(from)).put(StoreFormat.KEY, StoreFormat.bytes(to));
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            if (system.commit(commit) == CommitOutcome.APPLIED
                    || Arrays.equals(system.get(StoreFormat.KEY), StoreFormat.bytes(to))) {
                return;
            }
        }
        throw new UnavailableException(
                "The store at " + store.location() + " cannot be upgraded: the outcome of a commit stays unknown");
    }
}
