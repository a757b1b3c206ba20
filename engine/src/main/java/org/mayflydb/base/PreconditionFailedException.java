package org.mayflydb.base;

/** The ETag given with a request does not hold. Status 412. */
public final class PreconditionFailedException extends MayflyException {
    public PreconditionFailedException() {
        super(
                FailureCode.PRECONDITION_FAILED,
                "Operation cannot be performed because one of the specified precondition is not met.");
    }
}
