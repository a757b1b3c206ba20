package org.mayflydb.base;

/** An item, a request or an answer is larger than it may be. Status 413. */
public final class TooLargeException extends MayflyException {
    private TooLargeException(FailureCode code, String message) {
        super(code, message);
    }

    public TooLargeException(String message) {
        this(FailureCode.TOO_LARGE, message);
    }

    /** The body of a request is too large. */
    public static TooLargeException request() {
        return new TooLargeException("Request size is too large");
    }

    /** A batch changes more than one commit may: sub-status 3401. */
    public static TooLargeException transaction() {
        return new TooLargeException(
                FailureCode.TRANSACTION_TOO_LARGE, "The batch changes more than one transaction may change.");
    }

    /** There is no room for an item in the answer to a batch; asking for it alone helps: sub-status 3402. */
    public static TooLargeException answer() {
        return new TooLargeException(
                FailureCode.ANSWER_TOO_LARGE, "The response size is too large: the item must be asked for alone.");
    }
}
