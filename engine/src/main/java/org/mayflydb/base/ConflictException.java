package org.mayflydb.base;

/** The id or a unique key value is already taken. Status 409. */
public final class ConflictException extends MayflyException {
    private static final String ID_TAKEN = "Resource with specified id or name already exists.";

    private ConflictException(FailureCode code, String message) {
        super(code, message);
    }

    public static ConflictException id() {
        return new ConflictException(FailureCode.CONFLICT, ID_TAKEN);
    }

    /** The id of a client encryption key is taken. The official packages compare this text. */
    public static ConflictException encryptionKey() {
        return new ConflictException(
                FailureCode.CONFLICT, "Resource with specified id, name, or unique index already exists.");
    }

    /** The id of a database is taken: sub-status 3206. */
    public static ConflictException database() {
        return new ConflictException(FailureCode.DATABASE_EXISTS, ID_TAKEN);
    }

    /** An item that is to be brought back has not expired. */
    public static ConflictException alive() {
        return new ConflictException(FailureCode.CONFLICT, "The item has not expired, so it cannot be restored.");
    }

    public static ConflictException uniqueKey() {
        return new ConflictException(FailureCode.UNIQUE_KEY_CONFLICT, "Unique index constraint violation.");
    }
}
