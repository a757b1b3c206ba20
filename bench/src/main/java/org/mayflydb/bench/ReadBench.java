package org.mayflydb.bench;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.mayflydb.base.Invariant;
import org.mayflydb.embedded.Container;
import org.mayflydb.key.PartitionKey;

/** Point reads of random items, against gets of the same values under the same keys. */
final class ReadBench {
    private static final double AIM = 0.7;

    /** Enough that their blocks are more than the block cache holds, where the container is that large. */
    private static final int SAMPLE_MAX = 300_000;

    private static final long SEED = 17;

    /** How often a thread looks at the clock. */
    private static final int OPERATIONS_PER_LOOK = 64;

    /** In a key, the id follows the partition's number, the tag and the hash of the partition key. */
    private static final int ID_OFFSET = Integer.BYTES + 1 + 16;

    private final Container container;
    private final RawDatabase raw;
    private final int live;
    private final List<Target> sample;
    private final long roundNanos;
    private int nextStart;

    /** One item, as each side is asked for it. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Target(String id, String tenant, byte[] storedKey) {}

    ReadBench(Twins twins, BenchSettings settings) {
        this.container = twins.container();
        this.raw = twins.raw();
        this.live = twins.live();
        this.sample = sample(twins);
        this.roundNanos = settings.roundNanos();
    }

    Measurement run(int threads) {
        return Duel.run(
                "read, " + (threads == 1 ? "1 thread" : threads + " threads"),
                live,
                AIM,
                () -> round(threads, this::read),
                () -> round(threads, target -> Invariant.present(raw.get(target.storedKey), "it exists").length));
    }

    private int read(Target target) {
        return container.read(target.id, PartitionKey.of(target.tenant)).bytes().length;
    }

    /** Reads one item; answers its length, so that nothing can be left out. */
    @FunctionalInterface
    private interface Reader {
        int read(Target target);
    }

    private Round round(int threads, Reader reader) {
        // Each round continues where the previous one stopped, so that caches are equally cold for both sides.
        int start = nextStart;
        nextStart = (start + sample.size() / 7) % sample.size();
        return Round.timed(threads, threadIndex -> {
            int at = (start + threadIndex * (sample.size() / threads)) % sample.size();
            long operations = 0;
            long bytes = 0;
            long end = System.nanoTime() + roundNanos;
            do {
                for (int i = 0; i < OPERATIONS_PER_LOOK; i++) {
                    bytes += reader.read(sample.get(at));
                    at = at + 1 == sample.size() ? 0 : at + 1;
                }
                operations += OPERATIONS_PER_LOOK;
            } while (System.nanoTime() < end);
            Invariant.check(bytes > operations, "items were read");
            return operations;
        });
    }

    private static List<Target> sample(Twins twins) {
        List<Target> found = new ArrayList<>();
        twins.raw().iterate(twins.itemsLower(), twins.itemsUpper(), (key, value) -> {
            String id = new String(key, ID_OFFSET, key.length - ID_OFFSET, StandardCharsets.UTF_8);
            int number = SampleItem.number(id);
            if (twins.isLive(number)) {
                found.add(new Target(id, SampleItem.tenant(number), key));
            }
            return true;
        });
        Collections.shuffle(found, new Random(SEED));
        return List.copyOf(found.subList(0, Math.min(found.size(), SAMPLE_MAX)));
    }
}
