package org.mayflydb.base;

/** Nothing that came with the request proves who sent it. Status 401. */
public final class UnauthorizedException extends MayflyException {
    public UnauthorizedException(String message) {
        super(FailureCode.UNAUTHORIZED, message);
    }
}
