package org.mayflydb.foresight;

import java.util.Arrays;

/**
 * Adds up what the runs of a sample have at each place, and how much that differs between one run and the next, two by two.
 *
 * <p>What counts for the error of a share is how far a run is from having that share of its own, so with {@code a} and
 * {@code b} for the differences at the place and overall, and {@code p} for the share, {@code (a - pb)²} is added up. As the
 * share is known only at the end, its three parts are.
 */
final class Differences {
    private final double[] sums;
    private final double[] run;
    private final double[] runBefore;
    private final double[] squares;
    private final double[] products;
    private double all;
    private double allOfRun;
    private double allOfRunBefore;
    private double allSquares;
    private boolean second;

    Differences(int places) {
        sums = new double[places];
        run = new double[places];
        runBefore = new double[places];
        squares = new double[places];
        products = new double[places];
    }

    void add(int place, double amount) {
        run[place] += amount;
        sums[place] += amount;
    }

    void addToAll(double amount) {
        allOfRun += amount;
        all += amount;
    }

    void nextRun() {
        if (second) {
            double b = allOfRun - allOfRunBefore;
            allSquares += b * b;
            for (int place = 0; place < run.length; place++) {
                double a = run[place] - runBefore[place];
                squares[place] += a * a;
                products[place] += a * b;
            }
        }
        System.arraycopy(run, 0, runBefore, 0, run.length);
        allOfRunBefore = allOfRun;
        Arrays.fill(run, 0);
        allOfRun = 0;
        second = !second;
    }

    double sum(int place) {
        return sums[place];
    }

    double all() {
        return all;
    }

    double variance(int place) {
        if (all == 0) {
            return 0;
        }
        double share = sums[place] / all;
        return Math.max(0, squares[place] - 2 * share * products[place] + share * share * allSquares);
    }
}
