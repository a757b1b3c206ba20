package org.mayflydb.query.syntax;

/** Where something stands in the text of a query, in characters; {@code end} is behind it. */
public record Span(int start, int end) {
    /** For what was made by a rewrite and stands nowhere. */
    public static final Span NONE = new Span(0, 0);

    /** From the beginning of this to the end of the other. */
    public Span to(Span last) {
        return new Span(start, last.end);
    }
}
