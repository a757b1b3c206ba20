package org.mayflydb.bench;

/**
 * What a duel came to. All figures are medians over its rounds.
 *
 * @param items how many items the container held
 * @param ours operations per second of the database
 * @param limit operations per second of bare RocksDB
 * @param ratio ours to limit
 * @param ratioLow a quarter of the rounds had a lower ratio
 * @param ratioHigh a quarter of the rounds had a higher ratio
 * @param oursPerCpuSecond operations of the database per second of processor time of the threads that work
 * @param limitPerCpuSecond the same of bare RocksDB
 * @param aim the ratio to reach; 0 where there is none
 */
public record Measurement(
        String name,
        int items,
        double ours,
        double limit,
        double ratio,
        double ratioLow,
        double ratioHigh,
        double oursPerCpuSecond,
        double limitPerCpuSecond,
        double aim) {

    /** Whether the ratio is as good as it should be. */
    public boolean reachesAim() {
        return ratio >= aim;
    }
}
