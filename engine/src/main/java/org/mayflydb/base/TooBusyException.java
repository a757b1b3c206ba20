package org.mayflydb.base;

/** Too much is waiting already, so nothing was done; trying again later is safe. Status 429. */
public final class TooBusyException extends MayflyException {
    public TooBusyException(String message) {
        super(FailureCode.TOO_BUSY, message);
    }
}
