package org.mayflydb.query.syntax;

import java.nio.charset.StandardCharsets;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.query.syntax.Token.Kind;

/**
 * Turns the text of a query into a tree, or into a bad request that points at the first token that does not fit.
 *
 * <p>The grammar is that of the service, with four liberties: BETWEEN needs no parentheses beside AND, numbers may begin
 * with a point or be hexadecimal, a source may be a call, and semicolons may end the text.
 */
public final class Parser {
    /** As in the service. */
    static final int TEXT_BYTES_MAX = 512 * 1024;

    /**
     * How deep a tree may be: the nesting of the text, and chains of operators such as {@code a + b + c}, which nest in
     * the tree only. Everyone who walks a tree may do so by recursion.
     */
    static final int TREE_DEPTH_MAX = 512;

    /** No character takes more bytes than this in UTF-8. */
    private static final int CHARACTER_BYTES_MAX = 3;

    /** What one expression takes in memory, with its span and its place in a list. */
    private static final int EXPRESSION_BYTES = 96;

    private Parser() {}

    /** The query that the whole text is. */
    public static SelectQuery parse(String text) {
        checkLength(text);
        return parse(text, new TokenStream(text));
    }

    static SelectQuery parse(String text, TokenStream tokens) {
        SelectQuery query = new ExpressionParser(tokens).primaries().queries().query();
        while (tokens.takeIf(";")) {
            // An empty statement says nothing.
        }
        tokens.expect(Kind.END);
        // A tree is never deeper than its text is long, which spares most queries the walk.
        if (text.length() > TREE_DEPTH_MAX && TreeDepth.of(query) > TREE_DEPTH_MAX) {
            throw SqlErrors.compile(
                    null,
                    query.span(),
                    "The query has too long a chain of operators: an expression may be " + TREE_DEPTH_MAX
                            + " levels deep at most.");
        }
        return query;
    }

    /** About how many bytes a text and its tree take in memory. */
    public static int retainedBytes(String text, SelectQuery tree) {
        // The characters are there twice: in the text, and in the names and strings of the tree.
        return Math.toIntExact(512 + 4L * text.length() + EXPRESSION_BYTES * TreeDepth.expressions(tree));
    }

    private static void checkLength(String text) {
        if (text.length() * (long) CHARACTER_BYTES_MAX <= TEXT_BYTES_MAX) {
            return;
        }
        if (text.length() > TEXT_BYTES_MAX || text.getBytes(StandardCharsets.UTF_8).length > TEXT_BYTES_MAX) {
            throw new BadRequestException(
                    "The text of the query is too long: at most " + TEXT_BYTES_MAX + " bytes are allowed.");
        }
    }
}
