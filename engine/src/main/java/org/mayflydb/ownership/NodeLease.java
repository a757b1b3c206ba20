package org.mayflydb.ownership;

/** Rule 3: the lease of one registration of a node. Leases belong to processes, so one renewal covers all partitions. */
public final class NodeLease {
    private final Rules rules;
    private final NodeClocks clocks;
    private long monotonicStart;
    private long wallStart;
    private long validUntil;
    private boolean held;

    NodeLease(Rules rules, NodeClocks clocks) {
        this.rules = rules;
        this.clocks = clocks;
    }

    /** Rule 2: a renewal counts from before its reads. */
    void renewed(long monotonicBefore, long wallBefore, long newValidUntil) {
        monotonicStart = rules.leaseStart(monotonicBefore, clocks.monotonic());
        wallStart = rules.leaseStart(wallBefore, clocks.wall());
        validUntil = newValidUntil;
        held = true;
    }

    void lose() {
        held = false;
    }

    /** Rule 3. */
    public boolean isValid() {
        return held && rules.isLeaseValid(clocks.monotonic() - monotonicStart, clocks.wall() - wallStart);
    }

    /** The end of the lease as the others see it, in milliseconds of the wall clock. */
    long validUntil() {
        return validUntil;
    }
}
