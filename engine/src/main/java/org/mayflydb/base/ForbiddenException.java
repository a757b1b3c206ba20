package org.mayflydb.base;

/** Who sent the request is known, and may not do this, or not now. Status 403. */
public final class ForbiddenException extends MayflyException {
    public ForbiddenException(String message) {
        super(FailureCode.FORBIDDEN, message);
    }
}
