package org.mayflydb.base;

import org.jspecify.annotations.Nullable;

/**
 * An operation that ended other than in success, with the status, sub-status and message of the service.
 *
 * <p>Outcomes that are part of normal life (not found, conflict, a precondition that does not hold, bad input, no right
 * to do it) carry no stack trace: they are frequent, and the message says all there is. Trouble of our own ({@link
 * CorruptStoreException}, {@link UnavailableException}) carries one.
 */
public abstract sealed class MayflyException extends RuntimeException
        permits BadRequestException,
                UnauthorizedException,
                ForbiddenException,
                NotFoundException,
                ConflictException,
                GoneException,
                PreconditionFailedException,
                TooLargeException,
                TooBusyException,
                ThrottledException,
                CorruptStoreException,
                UnsupportedException,
                UnavailableException {

    private final FailureCode code;

    MayflyException(FailureCode code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    MayflyException(FailureCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public FailureCode code() {
        return code;
    }

    /** The HTTP status of the service for this outcome. */
    public int status() {
        return code.status();
    }

    /** The service's sub-status, 0 where there is none. */
    public int subStatus() {
        return code.subStatus();
    }
}
