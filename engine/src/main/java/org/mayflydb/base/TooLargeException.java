package org.mayflydb.base;

/** The item is larger than an item may be. Status 413. */
public final class TooLargeException extends MayflyException {
    public TooLargeException(String message) {
        super(FailureCode.TOO_LARGE, message);
    }
}
