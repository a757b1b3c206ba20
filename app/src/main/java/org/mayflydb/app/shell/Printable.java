package org.mayflydb.app.shell;

/** Text without control characters: stored data must not move the cursor of whoever looks at it. */
final class Printable {
    private Printable() {}

    /** Control characters are spelled as JSON does it. */
    static String of(String text) {
        StringBuilder safe = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c)) {
                safe = safe == null ? new StringBuilder(text.substring(0, i)) : safe;
                safe.append("\\u").append(Integer.toHexString(c | 0x10000), 1, 5);
            } else if (safe != null) {
                safe.append(c);
            }
        }
        return safe == null ? text : safe.toString();
    }
}
