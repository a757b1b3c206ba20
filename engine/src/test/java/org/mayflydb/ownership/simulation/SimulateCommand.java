package org.mayflydb.ownership.simulation;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs seeds until so many events have happened, and prints what was violated. With a planted bug, only until it is found. */
public final class SimulateCommand {
    private SimulateCommand() {}

    /**
     * Runs the simulator.
     *
     * @param args {@code --events N}, {@code --seed N} of the first run, {@code --bug NAME}
     */
    public static void main(String[] args) {
        long events = 2_000_000;
        long seed = 1;
        PlantedBug bug = null;
        for (int i = 0; i + 1 < args.length; i += 2) {
            if (args[i].equals("--events")) {
                events = Long.parseLong(args[i + 1]);
            } else if (args[i].equals("--seed")) {
                seed = Long.parseLong(args[i + 1]);
            } else if (args[i].equals("--bug")) {
                bug = PlantedBug.valueOf(args[i + 1]);
            } else {
                throw new IllegalArgumentException("unknown option " + args[i] + "; use --events, --seed or --bug");
            }
        }
        if (!run(seed, events, bug)) {
            System.exit(1);
        }
    }

    private static boolean run(long firstSeed, long events, @Nullable PlantedBug bug) {
        long start = System.nanoTime();
        Map<Invariants.Invariant, Integer> total = new EnumMap<>(Invariants.Invariant.class);
        long done = 0;
        long seed = firstSeed;
        long failed = 0;
        while (done < events && (bug == null || failed == 0)) {
            RandomRun run = RandomRun.swarm(seed, bug == null ? Deviation.NONE : bug.deviation())
                    .run();
            done += run.simulation().events();
            if (!run.simulation().isClean()) {
                failed++;
                run.simulation()
                        .violations()
                        .forEach((invariant, count) -> total.merge(invariant, count, Integer::sum));
                System.out.println(run);
            }
            seed++;
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.println("Seeds " + firstSeed + " to " + (seed - 1) + ", " + done + " events in "
                + Math.round(seconds) + " s, " + failed + " seeds with violations " + total);
        return failed == 0;
    }
}
