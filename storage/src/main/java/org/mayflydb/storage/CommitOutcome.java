package org.mayflydb.storage;

/** What became of a commit. */
public enum CommitOutcome {
    APPLIED,
    /** A condition did not hold; nothing was changed. */
    CONDITION_FAILED,
    /**
     * Time-out, lost connection or failing disk: it was applied, or was not, or will be. Whoever asked reads again what
     * the commit would have changed before deciding anything.
     */
    UNKNOWN
}
