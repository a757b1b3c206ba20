package org.mayflydb.base;

/** The store cannot serve the request now: closed, owned by another process, or failing. Status 503. */
public final class UnavailableException extends MayflyException {
    private final boolean announced;

    public UnavailableException(String message) {
        super(FailureCode.UNAVAILABLE, message, null);
        announced = false;
    }

    public UnavailableException(String message, Throwable cause) {
        super(FailureCode.UNAVAILABLE, message, cause);
        announced = false;
    }

    private UnavailableException(String message, boolean announced) {
        super(FailureCode.UNAVAILABLE, message, null);
        this.announced = announced;
    }

    /** For a lasting state that is reported when it begins and ends, so not once more for every request. */
    public static UnavailableException announced(String message) {
        return new UnavailableException(message, true);
    }

    /** True if it was reported already. */
    public boolean isAnnounced() {
        return announced;
    }
}
