package org.mayflydb.forecast;

import java.util.Arrays;

/**
 * Adds up what the runs of a sample have at each slot, and how much that differs between one run and the next, two by two.
 *
 * <p>What counts for the error of a share is how far a run is from having that share of its own, so with {@code a} and
 * {@code b} for the differences at the slot and overall, and {@code p} for the share, {@code (a - pb)²} is added up. As the
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

    Differences(int slots) {
        sums = new double[slots];
        run = new double[slots];
        runBefore = new double[slots];
        squares = new double[slots];
        products = new double[slots];
    }

    void add(int slot, double amount) {
        run[slot] += amount;
        sums[slot] += amount;
    }

    void addToAll(double amount) {
        allOfRun += amount;
        all += amount;
    }

    void nextRun() {
        if (second) {
            double b = allOfRun - allOfRunBefore;
            allSquares += b * b;
            for (int slot = 0; slot < run.length; slot++) {
                double a = run[slot] - runBefore[slot];
                squares[slot] += a * a;
                products[slot] += a * b;
            }
        }
        System.arraycopy(run, 0, runBefore, 0, run.length);
        allOfRunBefore = allOfRun;
        Arrays.fill(run, 0);
        allOfRun = 0;
        second = !second;
    }

    double sum(int slot) {
        return sums[slot];
    }

    double all() {
        return all;
    }

    double variance(int slot) {
        if (all == 0) {
            return 0;
        }
        double share = sums[slot] / all;
        return Math.max(0, squares[slot] - 2 * share * products[slot] + share * share * allSquares);
    }
}
