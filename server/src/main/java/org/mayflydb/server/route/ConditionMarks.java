package org.mayflydb.server.route;

import java.nio.charset.StandardCharsets;

/** Tells bodies that may have a patch with a condition from those that have none, without reading them as JSON. */
final class ConditionMarks {
    private static final byte[] NAME = "condition".getBytes(StandardCharsets.US_ASCII);

    private ConditionMarks() {}

    /** Returns true if the name of the member is in the body, or a backslash, by which JSON can spell it another way. */
    static boolean areIn(byte[] body) {
        for (int i = 0; i < body.length; i++) {
            if (body[i] == '\\' || (body[i] == NAME[0] && isNameAt(body, i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNameAt(byte[] body, int start) {
        if (body.length - start < NAME.length) {
            return false;
        }
        for (int i = 0; i < NAME.length; i++) {
            if (body[start + i] != NAME[i]) {
                return false;
            }
        }
        return true;
    }
}
