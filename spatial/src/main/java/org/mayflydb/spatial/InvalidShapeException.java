package org.mayflydb.spatial;

/** Ends the reading of a geometry that is not valid; the message is the reason that a query shows. */
final class InvalidShapeException extends Exception {
    InvalidShapeException(String reason) {
        super(reason, null, false, false);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
