package org.mayflydb.base;

/** The service can do it and this database cannot, so it says so instead of doing something else. Status 501. */
public final class UnsupportedException extends MayflyException {
    /**
     * A refusal by name.
     *
     * @param feature what was asked for, as the subject of a sentence
     */
    public UnsupportedException(String feature) {
        super(FailureCode.NOT_IMPLEMENTED, feature + " is not supported.");
    }
}
