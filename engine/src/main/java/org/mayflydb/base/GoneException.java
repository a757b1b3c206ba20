package org.mayflydb.base;

/** What the client remembers of a container no longer holds; it reads that anew and tries again. Status 410. */
public final class GoneException extends MayflyException {
    private GoneException(FailureCode code, String message) {
        super(code, message);
    }

    /** There is nothing under the address that the request was sent to: sub-status 0. */
    public static GoneException address() {
        return new GoneException(FailureCode.GONE, "The address is not one that this server has given out.");
    }

    /** The partition key is not in the range that the request was sent to: sub-status 1007. */
    public static GoneException otherRange() {
        return new GoneException(
                FailureCode.COMPLETING_SPLIT, "The partition key is not in the range that the request was sent to.");
    }

    /** The container has no such partition key range, or no longer: sub-status 1002. */
    public static GoneException partitionKeyRange() {
        return new GoneException(
                FailureCode.PARTITION_KEY_RANGE_GONE, "The requested partition key range is no longer available.");
    }

    /** The partition is being split, or just was: sub-status 1007. */
    public static GoneException split() {
        return new GoneException(
                FailureCode.COMPLETING_SPLIT, "The partition of the request is being split. Please try again.");
    }

    /** Another process owns the partition, or may own it; clients ask for its address again: sub-status 1008. */
    public static GoneException moved() {
        return new GoneException(
                FailureCode.COMPLETING_MOVE,
                "The partition of the request has moved to another server. Please try again.");
    }

    /** The name now belongs to another container than the client thinks: sub-status 1000. */
    public static GoneException staleName() {
        return new GoneException(
                FailureCode.NAME_CACHE_STALE, "The container of that name is not the one that the client knows.");
    }
}
