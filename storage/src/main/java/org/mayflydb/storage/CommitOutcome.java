package org.mayflydb.storage;

/** What became of a commit. */
public enum CommitOutcome {
    APPLIED,
    /** A condition did not hold; nothing was changed. */
    CONDITION_FAILED,
    /**
     * Time-out, lost connection or failing disk: it was applied, or was not, or <em>may still be applied</em>, even long
     * after the caller gave up. Reading the partition once proves nothing.
     *
     * <p>A caller settles it by a fencing commit: conditional on the head that the unknown commit was conditional on, with a
     * head that was never used before and no other changes. If the fence is applied, the unknown commit has failed and
     * cannot be applied any more. If its condition fails, the head tells: if it is the one that the unknown commit wrote,
     * that commit was applied; otherwise another writer has been there. This works only if no head value ever occurs twice,
     * so heads count attempts and not successes. Sending the same commit again is a fence too: only one of the two can find
     * the condition true.
     */
    UNKNOWN
}
