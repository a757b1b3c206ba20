package org.mayflydb.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.mayflydb.embedded.Container;
import org.mayflydb.storage.Durability;

/** Creates of new items, half of them with a lifetime of their own, against batches of the same keys and values. */
final class CreateBench {
    private static final double AIM = 0.6;
    private static final int TTL_SECONDS = 10_000_000;

    /** What a round should have so that it takes about its share of the seconds. */
    private static final int RELAXED_PER_SECOND = 30_000;

    private static final int SYNCED_PER_SECOND_OF_THREAD = 1500;
    private static final int SYNCED_PER_SECOND_MAX = 12_000;

    private final Twins twins;
    private final BenchSettings settings;

    CreateBench(Twins twins, BenchSettings settings) {
        this.twins = twins;
        this.settings = settings;
    }

    /** The twins must have been opened with this durability. */
    Measurement run(Durability durability, int threads) {
        Container container = twins.container();
        Replay replay = new Replay(twins, durability);
        int perThread = Math.max(1, itemsPerRound(durability, threads) / threads);
        String name = "create " + durability.name().toLowerCase(Locale.ROOT) + ", "
                + (threads == 1 ? "1 thread" : threads + " threads");
        return Duel.run(
                name,
                twins.live(),
                AIM,
                () -> {
                    List<List<byte[]>> items = newItems(threads, perThread);
                    return replay.ours(threads, threadIndex -> {
                        items.get(threadIndex).forEach(container::create);
                        return perThread;
                    });
                },
                () -> replay.limit((long) perThread * threads));
    }

    private int itemsPerRound(Durability durability, int threads) {
        int perSecond = durability == Durability.RELAXED
                ? RELAXED_PER_SECOND
                : Math.min(SYNCED_PER_SECOND_MAX, SYNCED_PER_SECOND_OF_THREAD * threads);
        return (int) (perSecond * settings.roundNanos() / 1_000_000_000L);
    }

    private List<List<byte[]>> newItems(int threads, int perThread) {
        List<List<byte[]>> items = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            List<byte[]> own = new ArrayList<>();
            for (int i = 0; i < perThread; i++) {
                int number = twins.takeNumber();
                own.add(i % 2 == 0 ? SampleItem.json(number) : SampleItem.json(number, TTL_SECONDS));
            }
            items.add(own);
        }
        return items;
    }
}
