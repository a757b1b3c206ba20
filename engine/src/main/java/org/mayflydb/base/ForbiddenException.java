package org.mayflydb.base;

/** Who sent the request is known, and may not do this, or not now. Status 403. */
public final class ForbiddenException extends MayflyException {
    public ForbiddenException(String message) {
        this(FailureCode.FORBIDDEN, message);
    }

    /** @param code one with status 403 */
    public ForbiddenException(FailureCode code, String message) {
        super(code, message);
    }

    /** The container is full. */
    public static ForbiddenException quota(long bytesMax) {
        return new ForbiddenException("The operation exceeds the storage quota of the container, which is " + bytesMax
                + " bytes. Delete items or let them expire.");
    }
}
