package org.mayflydb.base;

/** Nothing that came with the request proves who sent it. Status 401. */
public final class UnauthorizedException extends MayflyException {
    public UnauthorizedException(String message) {
        this(FailureCode.UNAUTHORIZED, message);
    }

    /** @param code one with status 401 */
    public UnauthorizedException(FailureCode code, String message) {
        super(code, message);
    }
}
