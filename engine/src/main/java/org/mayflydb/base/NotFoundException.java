package org.mayflydb.base;

/** The resource does not exist, or has expired. Status 404. */
public final class NotFoundException extends MayflyException {
    private NotFoundException(FailureCode code, String message) {
        super(code, message);
    }

    /** No such item, container or database. */
    public static NotFoundException resource() {
        return new NotFoundException(
                FailureCode.NOT_FOUND, "Resource Not Found. Learn more: https://aka.ms/cosmosdb-tsg-not-found");
    }

    /** The partition has not reached the session token of the request: sub-status 1002. */
    public static NotFoundException readSession() {
        return new NotFoundException(
                FailureCode.READ_SESSION_NOT_AVAILABLE,
                "The read session is not available for the input session token.");
    }

    /** What should hold the resource does not exist: sub-status 1003. */
    public static NotFoundException owner() {
        return new NotFoundException(FailureCode.OWNER_NOT_FOUND, "Owner resource does not exist");
    }
}
