package org.mayflydb.foresight;

/** How much is at each of the numbered places, in how many items of how many bytes, and how far off that may be. */
final class Totals {
    final double[] items;
    final double[] bytes;
    boolean exact = true;
    long entries;
    final double[] itemVariances;
    final double[] byteVariances;
    double itemFloor;
    double byteFloor;

    Totals(int places) {
        items = new double[places];
        bytes = new double[places];
        itemVariances = new double[places];
        byteVariances = new double[places];
    }

    void add(int place, double moreItems, double moreBytes) {
        items[place] += moreItems;
        bytes[place] += moreBytes;
    }

    Amount amount(int place) {
        return new Amount(Math.round(items[place]), Math.round(bytes[place]));
    }

    Precision precision() {
        return exact
                ? new Precision(true, entries, 0, 0)
                : new Precision(false, entries, error(itemVariances, itemFloor), error(byteVariances, byteFloor));
    }

    /** Two standard deviations of the worst place, and what a place may hold without any of it being in the sample. */
    private static long error(double[] variances, double floor) {
        double worst = 0;
        for (double variance : variances) {
            worst = Math.max(worst, variance);
        }
        return (long) Math.ceil(2 * Math.sqrt(worst) + floor);
    }
}
