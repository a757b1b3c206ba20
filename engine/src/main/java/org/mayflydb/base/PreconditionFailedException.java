package org.mayflydb.base;

/** A condition given with a request does not hold. Status 412. */
public final class PreconditionFailedException extends MayflyException {
    private PreconditionFailedException(FailureCode code, String message) {
        super(code, message);
    }

    /** The item has another ETag. */
    public PreconditionFailedException() {
        this(
                FailureCode.PRECONDITION_FAILED,
                "One of the specified pre-condition is not met. Learn more:"
                        + " https://aka.ms/CosmosDB/sql/errors/precondition-failed");
    }

    /** The condition of a patch is not true for the item: sub-status 1110. */
    public static PreconditionFailedException patchCondition() {
        return new PreconditionFailedException(
                FailureCode.PATCH_CONDITION_FAILED, "The condition of the patch is not true for the item.");
    }
}
