package org.mayflydb.bench;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;

/** Remembers the commits of our round and has the limit write them by itself: same keys, same values, same groups. */
final class Replay implements WatchedStore.Watcher {
    private final Twins twins;
    private final Durability durability;
    private final Queue<Watched> watched = new ConcurrentLinkedQueue<>();

    private record Watched(int partitionNumber, Commit commit) {}

    Replay(Twins twins, Durability durability) {
        this.twins = twins;
        this.durability = durability;
    }

    @Override
    public void applied(int partitionNumber, Commit commit) {
        watched.add(new Watched(partitionNumber, commit));
    }

    /** Times our side with this replay watching. */
    Round ours(int threads, Round.Work work) {
        twins.store().watch(this);
        try {
            return Round.timed(threads, work);
        } finally {
            twins.store().watch(WatchedStore.NOBODY);
        }
    }

    /** How many changes the commits since the last {@link #limit} have. */
    int changes() {
        return watched.stream().mapToInt(each -> each.commit.changes().size()).sum();
    }

    /** Times one thread that writes what was watched, and counts it as {@code operations}. */
    Round limit(long operations) {
        List<RawCommit> commits = watched.stream()
                .map(each -> RawCommit.of(each.partitionNumber, each.commit))
                .toList();
        watched.clear();
        RawDatabase raw = twins.raw();
        return Round.timed(threadIndex -> {
            for (RawCommit commit : commits) {
                raw.write(commit, durability);
            }
            return operations;
        });
    }
}
