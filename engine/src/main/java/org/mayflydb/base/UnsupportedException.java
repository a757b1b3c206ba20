package org.mayflydb.base;

/** The service can do it and this database cannot, so it says so instead of doing something else. Status 501. */
public final class UnsupportedException extends MayflyException {
    private UnsupportedException(FailureCode code, String message) {
        super(code, message);
    }

    /** The resource exists, but nothing is done to it with this method: status 405. */
    public static UnsupportedException method(String verb) {
        return new UnsupportedException(
                FailureCode.METHOD_NOT_ALLOWED, "The resource does not take requests with the method " + verb + ".");
    }

    /**
     * A refusal by name.
     *
     * @param feature what was asked for, as the subject of a sentence
     */
    public UnsupportedException(String feature) {
        super(FailureCode.NOT_IMPLEMENTED, feature + " is not supported.");
    }
}
