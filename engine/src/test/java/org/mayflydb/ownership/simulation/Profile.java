package org.mayflydb.ownership.simulation;

import java.util.SplittableRandom;

/**
 * What happens in a random run, and how often. Swarm testing: every seed leaves out some of it, because what is rare beside
 * everything else is frequent alone.
 *
 * @param pauseMillis how long a pause lasts at most
 * @param lateMillis how late a delayed commit arrives at most
 * @param wallHalf whether the lease also ends by the wall clock; without it, mistakes that it hides are found
 * @param faultMillis how long it takes from one fault to the next on average; 0 for none
 */
record Profile(
        int nodes,
        int partitions,
        int ttl,
        int lostPerMille,
        int latePerMille,
        int lateMillis,
        int faultMillis,
        int pauseMillis,
        boolean crashes,
        boolean suspends,
        boolean wallHalf,
        boolean cuts,
        boolean drains,
        int clockSteps,
        long clockOffset,
        long rate,
        boolean ttlChanges,
        boolean shifts,
        boolean containers,
        boolean splits,
        int requestMillis,
        int writesPerCent) {

    /** A large step of the clock of a suspended machine is a known limit of rule 3, so the two exclude each other. */
    static Profile swarm(SplittableRandom random) {
        int clockSteps = random.nextInt(3);
        boolean suspends = clockSteps < 2 && random.nextInt(4) == 0;
        return new Profile(
                1 + random.nextInt(4),
                1 + random.nextInt(2),
                random.nextInt(4) == 0 ? 0 : 3 + random.nextInt(30),
                random.nextInt(3) == 0 ? 0 : random.nextInt(60),
                random.nextInt(3) == 0 ? 0 : random.nextInt(120),
                random.nextBoolean() ? 5_000 : 40_000,
                random.nextInt(8) == 0 ? 0 : 1_000 + random.nextInt(12_000),
                random.nextBoolean() ? 4_000 : 25_000,
                random.nextBoolean(),
                suspends,
                suspends || random.nextInt(3) > 0,
                random.nextInt(3) == 0,
                random.nextInt(3) == 0,
                clockSteps,
                random.nextInt(3) == 0 ? 30_000 : random.nextInt(3) * 400L,
                random.nextInt(3) == 0 ? 40_000 : 100,
                random.nextBoolean(),
                random.nextInt(3) == 0,
                random.nextInt(3) == 0,
                random.nextInt(3) == 0,
                30 + random.nextInt(300),
                random.nextInt(3) == 0 ? 40 : 6);
    }
}
