package org.mayflydb.query.syntax;

/**
 * The smallest piece of text that means something.
 *
 * @param text what it says: a reserved word in upper case, a string without quotes and escapes, a number as JSON writes
 *     it, a parameter with its sign, and for all others the characters themselves
 */
record Token(Kind kind, String text, int start, int end) {

    enum Kind {
        IDENTIFIER,
        RESERVED_WORD,
        PARAMETER,
        NUMBER,
        STRING,
        SYMBOL,
        /** Characters that no token may consist of, such as a string without its closing quote. */
        INVALID,
        /** Behind the last token. */
        END
    }

    Span span() {
        return new Span(start, end);
    }

    /** Whether this is the given symbol, or the given reserved word in upper case. */
    boolean is(String symbolOrWord) {
        return (kind == Kind.SYMBOL || kind == Kind.RESERVED_WORD) && text.equals(symbolOrWord);
    }

    /** Whether this is a name that has a meaning in some places without being reserved. */
    boolean isName(String name) {
        return kind == Kind.IDENTIFIER && text.equalsIgnoreCase(name);
    }
}
