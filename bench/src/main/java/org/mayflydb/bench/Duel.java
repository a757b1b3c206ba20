package org.mayflydb.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Lets the database and its limit work in turns. */
public final class Duel {
    /** Rounds that count. */
    public static final int ROUNDS = 9;

    /** Rounds before those that count. */
    static final int WARM_UP_ROUNDS = 1;

    /** Rounds that each side works. */
    public static final int ROUNDS_IN_ALL = WARM_UP_ROUNDS + ROUNDS;

    private Duel() {}

    /** A round of each side. */
    private record Pair(Round ours, Round limit) {}

    /** Runs the rounds, ours first in each. What a round prepares before it starts its clock costs nothing. */
    public static Measurement run(String name, int items, double aim, Supplier<Round> ours, Supplier<Round> limit) {
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < ROUNDS_IN_ALL; i++) {
            Pair pair = new Pair(ours.get(), limit.get());
            if (i >= WARM_UP_ROUNDS) {
                pairs.add(pair);
            }
        }
        ToDoubleFunction<Pair> ratio = pair -> pair.ours.perSecond() / pair.limit.perSecond();
        return new Measurement(
                name,
                items,
                quantile(pairs, 0.5, pair -> pair.ours.perSecond()),
                quantile(pairs, 0.5, pair -> pair.limit.perSecond()),
                quantile(pairs, 0.5, ratio),
                quantile(pairs, 0.25, ratio),
                quantile(pairs, 0.75, ratio),
                quantile(pairs, 0.5, pair -> pair.ours.perCpuSecond()),
                quantile(pairs, 0.5, pair -> pair.limit.perCpuSecond()),
                aim);
    }

    private static double quantile(List<Pair> pairs, double share, ToDoubleFunction<Pair> figure) {
        double[] sorted = pairs.stream().mapToDouble(figure).toArray();
        Arrays.sort(sorted);
        return sorted[(int) Math.round(share * (sorted.length - 1))];
    }
}
