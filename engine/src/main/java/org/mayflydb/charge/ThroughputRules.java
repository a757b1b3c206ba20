package org.mayflydb.charge;

/**
 * How an account treats throughput.
 *
 * @param limited whether requests beyond what was provisioned are refused; if not they are only metered
 * @param serverless whether nothing is provisioned and all that is used is charged, purges too
 */
public record ThroughputRules(boolean limited, boolean serverless) {
    /** What a physical partition of a serverless account may spend in a second. */
    public static final int SERVERLESS_UNITS_MAX = 5000;

    /** Provisioned, and only metered. */
    public static final ThroughputRules METERED = new ThroughputRules(false, false);

    public ThroughputRules withLimited(boolean wanted) {
        return new ThroughputRules(wanted, serverless);
    }

    public ThroughputRules withServerless(boolean wanted) {
        return new ThroughputRules(limited, wanted);
    }
}
