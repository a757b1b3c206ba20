package org.mayflydb.json;

/** The grammar of JSON numbers: {@code -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?}. */
final class NumberSyntax {
    private NumberSyntax() {}

    static boolean isNumber(String text) {
        int start = text.startsWith("-") ? 1 : 0;
        int next = digits(text, start);
        if (next == start || (next > start + 1 && text.charAt(start) == '0')) {
            return false;
        }
        if (next < text.length() && text.charAt(next) == '.') {
            int fraction = next + 1;
            next = digits(text, fraction);
            if (next == fraction) {
                return false;
            }
        }
        if (next < text.length() && (text.charAt(next) == 'e' || text.charAt(next) == 'E')) {
            int exponent = next + 1;
            if (exponent < text.length() && (text.charAt(exponent) == '+' || text.charAt(exponent) == '-')) {
                exponent++;
            }
            next = digits(text, exponent);
            if (next == exponent) {
                return false;
            }
        }
        return next == text.length();
    }

    /** True for a number that has neither a fraction nor an exponent. */
    static boolean isWhole(String number) {
        int start = number.startsWith("-") ? 1 : 0;
        return digits(number, start) == number.length();
    }

    /** The offset of the first character from {@code offset} on that is no digit. */
    private static int digits(String text, int offset) {
        int next = offset;
        while (next < text.length() && text.charAt(next) >= '0' && text.charAt(next) <= '9') {
            next++;
        }
        return next;
    }
}
