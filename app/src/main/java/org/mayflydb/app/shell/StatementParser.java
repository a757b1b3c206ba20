package org.mayflydb.app.shell;

import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.impl.DefaultParser;

/** Tells the line editor when a statement is complete, and where a word begins that may be completed. */
final class StatementParser extends DefaultParser {
    StatementParser() {
        // Quotation marks are the query's, and a backslash is one.
        setQuoteChars(new char[0]);
        setEscapeChars(new char[0]);
    }

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        if (context == ParseContext.ACCEPT_LINE && !StatementReader.isComplete(line)) {
            throw new EOFError(-1, -1, "the query has no semicolon yet", ";");
        }
        return super.parse(line, cursor, context);
    }

    @Override
    public boolean isDelimiterChar(CharSequence buffer, int position) {
        return super.isDelimiterChar(buffer, position) || "(),=<>!+*".indexOf(buffer.charAt(position)) >= 0;
    }
}
