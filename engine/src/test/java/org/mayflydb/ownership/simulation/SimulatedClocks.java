package org.mayflydb.ownership.simulation;

import org.mayflydb.ownership.NodeClocks;

/** The clocks of one machine, derived from the true time of the simulation. */
final class SimulatedClocks implements NodeClocks {
    private static final long MILLION = 1_000_000;

    private final Simulation simulation;

    /** Parts per million by which the monotonic clock runs too fast; the wall clock is corrected now and then. */
    private long rate;

    private long wallBase;
    private long monotonicBase;
    private long since;
    private boolean suspended;

    SimulatedClocks(Simulation simulation, long wall, long monotonic, long rate) {
        this.simulation = simulation;
        this.wallBase = wall;
        this.monotonicBase = monotonic;
        this.rate = rate;
        this.since = simulation.time();
    }

    @Override
    public long monotonic() {
        return suspended ? monotonicBase : monotonicBase + elapsed(rate);
    }

    @Override
    public long wall() {
        return wallBase + elapsed(rate / 40);
    }

    private long elapsed(long partsPerMillion) {
        long passed = simulation.time() - since;
        return passed + passed * partsPerMillion / MILLION;
    }

    private void rebase() {
        long wall = wall();
        long monotonic = monotonic();
        wallBase = wall;
        monotonicBase = monotonic;
        since = simulation.time();
    }

    /** Sets the wall clock. */
    void step(long millis) {
        rebase();
        wallBase += millis;
    }

    void rate(long partsPerMillion) {
        rebase();
        rate = partsPerMillion;
    }

    /** While a machine is suspended its monotonic clock stands still; its wall clock does not. */
    void suspend(boolean now) {
        rebase();
        suspended = now;
    }

    /** By how much the wall clock is ahead of the true time. */
    long offset() {
        return wall() - simulation.trueWall();
    }
}
