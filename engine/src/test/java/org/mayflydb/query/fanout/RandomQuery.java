package org.mayflydb.query.fanout;

import java.util.List;
import java.util.Random;

/**
 * Any query of those that clients put together.
 *
 * @param promise how much of the answer is fixed
 */
record RandomQuery(String sql, Promise promise) {

    enum Promise {
        /** The rows and their order. */
        ORDER,
        /** The rows. */
        ROWS,
        /** How many rows: which of them is open, as there is a window but no order. */
        COUNT
    }

    private static final List<String> AGGREGATES = List.of(
            "COUNT(1)",
            "COUNT(c.a)",
            "COUNTIF(c.q > 5)",
            "SUM(c.n)",
            "AVG(c.n)",
            "AVG(c.q)",
            "MIN(c.a)",
            "MAX(c.a)",
            "MIN(c.n)",
            "MAX(c.none)");

    static RandomQuery make(Random random) {
        String where = " WHERE " + condition(random);
        return switch (random.nextInt(8)) {
            case 0, 1 -> sorted(random, where);
            case 2 -> windowed(random, "", random.nextBoolean() ? "c.id" : "VALUE c.a", " FROM c" + where);
            case 3 ->
                windowed(
                        random,
                        "DISTINCT ",
                        random.nextBoolean() ? "VALUE c.a" : "c.a, c.n",
                        (random.nextBoolean() ? " FROM c" : " FROM c JOIN t IN c.tags") + where);
            case 4 -> aggregates(random, where);
            case 5, 6 -> groups(random, where);
            default ->
                new RandomQuery(
                        "SELECT " + pick(random, "COUNT(1)", "VALUE COUNT(1)", "COUNT(1) AS n")
                                + " FROM (SELECT DISTINCT " + pick(random, "VALUE c.a", "c.a, c.n", "VALUE c.tags")
                                + " FROM c" + where + ")",
                        Promise.ORDER);
        };
    }

    static String condition(Random random) {
        return switch (random.nextInt(9)) {
            case 0 -> "c.pk = 'p" + random.nextInt(12) + "'";
            case 1 -> "c.pk IN ('p1', 'p" + random.nextInt(12) + "', 'p5')";
            case 2 -> "c.q > " + random.nextInt(20);
            case 3 -> "IS_DEFINED(c.a)";
            case 4 -> "(c.n = 1 OR c.n = 3)";
            case 5 -> "c.a >= " + random.nextInt(4);
            case 6 -> random.nextInt(4) == 0 ? "false" : "c.q % 2 = 0";
            default -> "true";
        };
    }

    static String order(Random random) {
        String direction = random.nextBoolean() ? "" : " DESC";
        return switch (random.nextInt(4)) {
            case 0 -> "c.n" + direction;
            case 1 -> "c.a" + direction + ", c.n" + direction;
            case 2 -> random.nextBoolean() ? "c.a, c.n DESC" : "c.a DESC, c.n";
            default -> "c.a" + direction;
        };
    }

    private static RandomQuery sorted(Random random, String where) {
        boolean distinct = random.nextInt(4) == 0;
        String order = order(random);
        String select =
                distinct ? pick(random, "VALUE c.a", "c.a", "c.n, c.a") : pick(random, "*", "VALUE c.a", "c.id, c.a");
        RandomQuery unsorted =
                windowed(random, distinct ? "DISTINCT " : "", select, " FROM c" + where + " ORDER BY " + order);
        return new RandomQuery(unsorted.sql, Promise.ORDER);
    }

    private static RandomQuery windowed(Random random, String distinct, String select, String rest) {
        return switch (random.nextInt(4)) {
            case 0 ->
                new RandomQuery("SELECT " + distinct + "TOP " + random.nextInt(8) + " " + select + rest, Promise.COUNT);
            case 1 ->
                new RandomQuery(
                        "SELECT " + distinct + select + rest + " OFFSET " + random.nextInt(8) + " LIMIT "
                                + random.nextInt(8),
                        Promise.COUNT);
            default -> new RandomQuery("SELECT " + distinct + select + rest, Promise.ROWS);
        };
    }

    private static RandomQuery aggregates(Random random, String where) {
        String one = aggregate(random);
        String select = random.nextBoolean()
                ? "VALUE " + one
                : one + " AS x, " + aggregate(random) + ", " + aggregate(random) + " AS y, 'k' AS k";
        String window = random.nextInt(4) == 0 ? " OFFSET " + random.nextInt(2) + " LIMIT 1" : "";
        return new RandomQuery("SELECT " + select + " FROM c" + where + window, Promise.ORDER);
    }

    private static RandomQuery groups(Random random, String where) {
        String key = pick(random, "c.a", "c.n", "c.n, c.a", "c.q % 3");
        String last = key.substring(key.lastIndexOf(' ') < 0 || key.contains("%") ? 0 : key.lastIndexOf(' ') + 1);
        String select = switch (random.nextInt(4)) {
            case 0 -> "VALUE " + aggregate(random);
            case 1 -> "VALUE " + last;
            case 2 -> last + " AS g";
            default -> last + " AS g, " + aggregate(random) + " AS x, " + aggregate(random);
        };
        return windowed(random, "", select, " FROM c" + where + " GROUP BY " + key);
    }

    private static String aggregate(Random random) {
        return AGGREGATES.get(random.nextInt(AGGREGATES.size()));
    }

    private static String pick(Random random, String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
