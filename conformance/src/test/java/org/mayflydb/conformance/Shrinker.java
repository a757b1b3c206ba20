package org.mayflydb.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Finds out which elements of a failing list are needed for it to fail. */
final class Shrinker {
    private Shrinker() {}

    /**
     * A shorter list that still fails: leaves out ever smaller chunks, and single elements in the end, for as long as that
     * succeeds.
     */
    static <T> List<T> shrink(List<T> failing, Predicate<List<T>> fails) {
        List<T> shortest = List.copyOf(failing);
        int chunk = Math.max(1, shortest.size() / 2);
        while (true) {
            int before = shortest.size();
            for (int end = shortest.size(); end > 0; end -= chunk) {
                List<T> shorter = without(shortest, Math.max(0, end - chunk), Math.min(end, shortest.size()));
                if (fails.test(shorter)) {
                    shortest = shorter;
                }
            }
            if (chunk == 1 && shortest.size() == before) {
                return shortest;
            }
            chunk = Math.max(1, chunk / 2);
        }
    }

    private static <T> List<T> without(List<T> list, int from, int to) {
        List<T> rest = new ArrayList<>(list.subList(0, from));
        rest.addAll(list.subList(to, list.size()));
        return List.copyOf(rest);
    }
}
