package org.mayflydb.forecast;

/** How much is at each of the numbered slots, in how many items of how many bytes, and how far off that may be. */
final class Totals {
    final double[] items;
    final double[] bytes;
    boolean exact = true;
    long entries;
    final double[] itemVariances;
    final double[] byteVariances;
    double itemFloor;
    double byteFloor;

    Totals(int slots) {
        items = new double[slots];
        bytes = new double[slots];
        itemVariances = new double[slots];
        byteVariances = new double[slots];
    }

    void add(int slot, double moreItems, double moreBytes) {
        items[slot] += moreItems;
        bytes[slot] += moreBytes;
    }

    Amount amount(int slot) {
        return new Amount(Math.round(items[slot]), Math.round(bytes[slot]));
    }

    Precision precision() {
        return exact
                ? new Precision(true, entries, 0, 0)
                : new Precision(false, entries, error(itemVariances, itemFloor), error(byteVariances, byteFloor));
    }

    /** Two standard deviations of the worst slot, and what a slot may hold without any of it being in the sample. */
    private static long error(double[] variances, double floor) {
        double worst = 0;
        for (double variance : variances) {
            worst = Math.max(worst, variance);
        }
        return (long) Math.ceil(2 * Math.sqrt(worst) + floor);
    }
}
