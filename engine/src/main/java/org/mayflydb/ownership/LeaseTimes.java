package org.mayflydb.ownership;

/**
 * The constants of the rules, in milliseconds, the same on all nodes.
 *
 * @param lease L: for how long a renewal counts
 * @param margin M: what the owner takes off and the others wait in addition
 * @param skew S: by how much the wall clocks of healthy nodes differ at most
 * @param poll P: how often a node looks at the records of the others
 * @param trust G: after how long a node without others believes its own clock
 * @param retries how long the repeated attempts of one renewal may take
 * @param rateError by what share a monotonic clock may be too fast or too slow
 */
public record LeaseTimes(long lease, long margin, long skew, long poll, long trust, long retries, double rateError) {

    public static final LeaseTimes DEFAULT = new LeaseTimes(9_000, 1_000, 500, 2_000, 600_000, 4_000, 0.05);

    /** How often a renewal fits into a lease. */
    private static final int RENEWALS = 3;

    /** @throws IllegalArgumentException if two nodes could own a partition with these constants */
    public LeaseTimes {
        require(lease > 0 && margin > 0 && skew >= 0 && poll > 0 && trust > 0 && retries >= 0, "a time is missing");
        require(2 * margin > 2 * rateError * lease, "the margin does not cover the error of the clock rate");
        require(lease / RENEWALS + retries < lease - margin, "a renewal and its retries do not fit into a lease");
        require(poll < lease, "nodes that renew their leases are not seen to do so");
    }

    /** How often a lease is renewed. */
    public long renewal() {
        return lease / RENEWALS;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("These lease times are unsafe: " + otherwise);
        }
    }
}
