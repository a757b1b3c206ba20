package org.mayflydb.storage;

import org.jspecify.annotations.Nullable;

/** A store could not do what was asked. The message is meant for people: what is wrong, where, and what to do. */
public abstract sealed class StoreException extends RuntimeException
        permits StoreUnavailableException, StoreDamagedException {

    StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
