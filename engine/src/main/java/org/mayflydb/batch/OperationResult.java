package org.mayflydb.batch;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.TooBusyException;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.ttl.LiveItem;

/**
 * How one operation of many ended.
 *
 * @param status as the service has it for the operation alone; 424 if it was not done because of another one
 * @param etag of the item; null if it was deleted or the operation failed
 * @param item the item as it is now; null if there is none to show
 * @param message why it failed; null if it did not
 * @param retryMillis when to try again; 0 unless it failed because too much was waiting
 */
public record OperationResult(
        int status,
        int subStatus,
        double charge,
        @Nullable String etag,
        @Nullable LiveItem item,
        @Nullable String message,
        int retryMillis) {

    /** What an operation costs that fails, as if it were alone. */
    private static final double FAILURE_CHARGE = 1;

    /** Long enough for a queue to get shorter. */
    private static final int RETRY_MILLIS = 100;

    /** Not done, because another operation of the batch failed. */
    static final OperationResult DEPENDENCY_FAILED = new OperationResult(
            FailureCode.FAILED_DEPENDENCY.status(),
            0,
            0,
            null,
            null,
            "The operation was not done because another one of the batch failed.",
            0);

    static OperationResult of(ItemResult result) {
        boolean deleted = result.outcome() == ItemResult.Outcome.DELETED;
        return new OperationResult(
                result.outcome().status(), 0, result.charge(), deleted ? null : result.etag(), result.item(), null, 0);
    }

    static OperationResult of(MayflyException failure) {
        return new OperationResult(
                failure.status(),
                failure.subStatus(),
                FAILURE_CHARGE,
                null,
                null,
                failure.getMessage(),
                failure instanceof TooBusyException ? RETRY_MILLIS : 0);
    }

    /** Whether the operation was done. */
    public boolean isSuccess() {
        return status < 400;
    }
}
