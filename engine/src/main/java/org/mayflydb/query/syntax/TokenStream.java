package org.mayflydb.query.syntax;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.query.syntax.Token.Kind;

/** The tokens of a text with a look at those to come, and the error that names the one that does not fit. */
final class TokenStream {
    /** Enough of a token to recognise it; a string may be as long as the whole text. */
    private static final int NEAR_CHARACTERS_MAX = 100;

    private final String source;
    private final Lexer lexer;
    private final List<Token> ahead = new ArrayList<>();
    private Token current;
    private Span previous = Span.NONE;
    private long looks;

    TokenStream(String source) {
        this.source = source;
        this.lexer = new Lexer(source);
        this.current = lexer.next();
    }

    Token current() {
        looks++;
        return current;
    }

    /** The token that follows the current one, or the one behind that, and so on. */
    Token peek(int distance) {
        looks++;
        while (ahead.size() < distance) {
            ahead.add(lexer.next());
        }
        return ahead.get(distance - 1);
    }

    boolean at(String symbolOrWord) {
        return current().is(symbolOrWord);
    }

    boolean at(Kind kind) {
        return current().kind() == kind;
    }

    /** The current token, which is then behind us. */
    Token take() {
        Token taken = current();
        previous = taken.span();
        current = ahead.isEmpty() ? lexer.next() : ahead.remove(0);
        return taken;
    }

    boolean takeIf(String symbolOrWord) {
        boolean found = at(symbolOrWord);
        if (found) {
            take();
        }
        return found;
    }

    Token expect(String symbolOrWord) {
        if (!at(symbolOrWord)) {
            throw unexpected();
        }
        return take();
    }

    Token expect(Kind kind) {
        if (!at(kind)) {
            throw unexpected();
        }
        return take();
    }

    /** A name that is not reserved. */
    String expectName() {
        return expect(Kind.IDENTIFIER).text();
    }

    /** The characters of a token as they stand in the text. */
    String written(Token token) {
        return source.substring(token.start(), token.end());
    }

    /** Where the current token begins. */
    int start() {
        return current.start();
    }

    /** From there to the end of the token taken last. */
    Span since(int start) {
        return new Span(start, previous.end());
    }

    /** The current token fits nothing; at the end of the text the last one is named, as there is no other. */
    BadRequestException unexpected() {
        Span named = current.kind() == Kind.END ? previous : current.span();
        String near = source.substring(named.start(), Math.min(named.end(), named.start() + NEAR_CHARACTERS_MAX));
        // A message must have a form in UTF-8, which half of a surrogate pair has not: it becomes a question mark.
        String writable = new String(near.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        return SqlErrors.syntax(current.span(), writable);
    }

    /** How often somebody looked at a token: the work done so far, which must be proportional to the text. */
    long looks() {
        return looks;
    }
}
