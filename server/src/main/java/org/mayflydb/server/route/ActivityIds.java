package org.mayflydb.server.route;

import java.util.UUID;
import java.util.random.RandomGenerator;

/** Names for requests that came without one. They need to differ, not to be secret. */
public final class ActivityIds {
    private final RandomGenerator.SplittableGenerator seed;
    private final ThreadLocal<RandomGenerator> generators;

    public ActivityIds(RandomGenerator.SplittableGenerator seed) {
        this.seed = seed;
        this.generators = ThreadLocal.withInitial(this::split);
    }

    String next() {
        RandomGenerator generator = generators.get();
        long high = (generator.nextLong() & ~0xF000L) | 0x4000L;
        long low = (generator.nextLong() & ~(3L << 62)) | (1L << 63);
        return new UUID(high, low).toString();
    }

    private RandomGenerator split() {
        synchronized (seed) {
            return seed.split();
        }
    }
}
