package org.mayflydb.ownership.simulation;

/** One version of an item, or its absence, with what the simulation knows about it. Times are event numbers. */
final class Version {
    static final long NOT_YET = Long.MAX_VALUE;

    final int generation;
    final int key;
    final boolean absent;

    /** {@code _ts} and its own TTL: 0 inherits, -1 is never. */
    final long timestamp;

    final int ttl;

    long appliedAt = NOT_YET;
    long replacedAt = NOT_YET;

    /** Whoever wrote it was told that it failed. */
    boolean toldFailed;

    /** When it was first reported as expired, and the expiry time by the rule of that response. */
    long expiredAt = NOT_YET;

    long expiredDeadline;

    Version(int generation, int key, boolean absent, long timestamp, int ttl) {
        this.generation = generation;
        this.key = key;
        this.absent = absent;
        this.timestamp = timestamp;
        this.ttl = ttl;
    }

    /** The second from which on it is expired. */
    long deadline(Policy policy) {
        if (policy.ttl() == Policy.OFF || ttl < 0) {
            return NOT_YET;
        }
        int effective = ttl > 0 ? ttl : policy.ttl();
        return effective > 0 ? timestamp + effective : NOT_YET;
    }
}
