package org.mayflydb.query.syntax;

/** How deep the parser is in parentheses, brackets, prefix operators and subqueries, so that no text exhausts the stack. */
final class Nesting {
    static final int DEPTH_MAX = 128;

    private final TokenStream tokens;
    private int depth;

    Nesting(TokenStream tokens) {
        this.tokens = tokens;
    }

    void enter() {
        depth++;
        if (depth > DEPTH_MAX) {
            throw SqlErrors.compile(
                    null,
                    tokens.current().span(),
                    "The query is nested too deeply: at most " + DEPTH_MAX + " levels are allowed.");
        }
    }

    void leave() {
        depth--;
    }
}
