package org.mayflydb.database;

import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.storage.StoreDamagedException;
import org.mayflydb.storage.StoreException;
import org.mayflydb.storage.StoreUnavailableException;

/** What failures of stores, which know nothing of the service, are to those who use it. */
final class StoreFailures {
    private StoreFailures() {}

    /** The same failure with a status, with the same message. */
    static MayflyException translate(StoreException failure) {
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof StoreDamagedException) {
            return new CorruptStoreException(message, failure);
        }
        return failure instanceof StoreUnavailableException unavailable && unavailable.isAnnounced()
                ? UnavailableException.announced(message)
                : new UnavailableException(message, failure);
    }
}
