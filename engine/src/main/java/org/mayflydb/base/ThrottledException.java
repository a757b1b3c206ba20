package org.mayflydb.base;

/** The request units of this second are spent, so nothing was done; trying again later is safe. Status 429. */
public final class ThrottledException extends MayflyException {
    private final long retryAfterMillis;

    /** @param retryAfterMillis when there will be units again */
    public ThrottledException(long retryAfterMillis) {
        super(
                FailureCode.THROTTLED,
                "Request rate is large. More Request Units may be needed, so no changes were made. Please retry this"
                        + " request later.");
        this.retryAfterMillis = retryAfterMillis;
    }

    /** How long to wait before trying again. */
    public long retryAfterMillis() {
        return retryAfterMillis;
    }
}
