package org.mayflydb.bench.planted;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.mayflydb.storage.Capability;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.ForwardingPartition;
import org.mayflydb.storage.ForwardingStore;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreCopier;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.memory.MemoryStore;

/** Acknowledges commits that are in memory only, and writes them to disk a little later. */
final class HastyStore extends ForwardingStore {
    private static final int DELAY_MILLIS = 1_000;

    private final Store disk;
    private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();

    private HastyStore(MemoryStore memory, Store disk) {
        super(memory);
        this.disk = disk;
    }

    static HastyStore on(Store disk) {
        MemoryStore memory = new MemoryStore();
        for (int number : disk.partitionNumbers()) {
            for (Space space : Space.values()) {
                disk.partition(number).walk(space, KeyRange.all(), entry -> {
                    memory.partition(number)
                            .commit(new Commit(Durability.RELAXED).put(space, entry.key(), entry.value()));
                    return true;
                });
            }
        }
        return new HastyStore(memory, disk);
    }

    @Override
    public Set<Capability> capabilities() {
        return disk.capabilities().stream()
                .filter(capability -> capability == Capability.DURABLE
                        || inner().capabilities().contains(capability))
                .collect(Collectors.toSet());
    }

    @Override
    public Optional<StoreCopier> copier() {
        return Optional.empty();
    }

    @Override
    public CommitOutcome createPartition(int number, Commit first) {
        return partition(number).commit(first);
    }

    @Override
    public StorePartition partition(int number) {
        return new ForwardingPartition(super.partition(number)) {
            @Override
            @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for it: that is the fault
            public CommitOutcome commit(Commit commit) {
                CommitOutcome outcome = super.commit(commit);
                if (outcome == CommitOutcome.APPLIED) {
                    Commit copy = new Commit(Durability.RELAXED, commit.changes());
                    later.schedule(() -> disk.partition(number).commit(copy), DELAY_MILLIS, TimeUnit.MILLISECONDS);
                }
                return outcome;
            }
        };
    }

    @Override
    public void close() {
        later.shutdown();
        try {
            later.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        disk.close();
        super.close();
    }
}
