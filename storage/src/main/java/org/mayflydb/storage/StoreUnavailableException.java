package org.mayflydb.storage;

import org.jspecify.annotations.Nullable;

/** The store cannot serve the call now: closed, in use by another process, out of reach or failing. Nothing was changed. */
public final class StoreUnavailableException extends StoreException {
    private final boolean announced;

    public StoreUnavailableException(String message) {
        this(message, null);
    }

    public StoreUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
        announced = false;
    }

    private StoreUnavailableException(String message, boolean announced) {
        super(message, null);
        this.announced = announced;
    }

    /** For a lasting state that listeners are told about when it begins and ends, so not once more for every call. */
    public static StoreUnavailableException announced(String message) {
        return new StoreUnavailableException(message, true);
    }

    /** True if listeners were told already. */
    public boolean isAnnounced() {
        return announced;
    }
}
