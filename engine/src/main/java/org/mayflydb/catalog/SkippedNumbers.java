package org.mayflydb.catalog;

import java.util.random.RandomGenerator;
import org.mayflydb.catalog.CatalogCodec.Counters;
import org.mayflydb.catalog.CatalogState.Entry;

/** Where the numbers of databases and containers begin, and continue after a restore. Resource ids are made of them. */
final class SkippedNumbers {
    /** A store begins to number its databases somewhere below, and has as many numbers left again. */
    private static final int FIRST_DATABASE_MAX = 1 << 30;

    /** More than anyone creates between a backup and its restore. */
    private static final int NUMBERS_SKIPPED = 1 << 20;

    private SkippedNumbers() {}

    static int first(RandomGenerator random) {
        return random.nextInt(FIRST_DATABASE_MAX);
    }

    static Counters put(CatalogTransaction change, RandomGenerator drawn) {
        Counters last = change.state().counters();
        Counters next = new Counters(unused(change.state(), drawn), last.partition(), last.offer());
        change.put(next);
        for (Entry entry : change.state().databases().values()) {
            DatabaseRecord database = entry.database();
            change.put(database.withContainer(
                    database.lastContainer() + NUMBERS_SKIPPED + drawn.nextInt(NUMBERS_SKIPPED)));
        }
        return next;
    }

    /** A number with room up to the next higher number of a database. */
    private static int unused(CatalogState state, RandomGenerator drawn) {
        while (true) {
            int number = drawn.nextInt(FIRST_DATABASE_MAX);
            boolean free = state.databases().values().stream()
                    .map(entry -> entry.database().number())
                    .allMatch(used -> used <= number || used - number > NUMBERS_SKIPPED);
            if (free) {
                return number;
            }
        }
    }
}
