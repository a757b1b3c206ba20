package org.mayflydb.base;

/** The store cannot serve the request now: closed, owned by another process, or failing. Status 503. */
public final class UnavailableException extends MayflyException {
    public UnavailableException(String message) {
        super(FailureCode.UNAVAILABLE, message, null);
    }

    public UnavailableException(String message, Throwable cause) {
        super(FailureCode.UNAVAILABLE, message, cause);
    }
}
