package org.mayflydb.storage;

import org.jspecify.annotations.Nullable;

/** Stored data is damaged; the message says what and where. */
public final class StoreDamagedException extends StoreException {
    public StoreDamagedException(String message) {
        this(message, null);
    }

    public StoreDamagedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
