package org.mayflydb.base;

/** Stored data is damaged or of a format this version does not know; the message says what and where. */
public final class CorruptStoreException extends MayflyException {
    public CorruptStoreException(String message) {
        super(FailureCode.CORRUPT_STORE, message, null);
    }

    public CorruptStoreException(String message, Throwable cause) {
        super(FailureCode.CORRUPT_STORE, message, cause);
    }
}
