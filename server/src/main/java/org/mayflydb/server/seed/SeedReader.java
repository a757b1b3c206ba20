package org.mayflydb.server.seed;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Reads one JSON object property by property, and arrays in it element by element, so that a file may be of any size. */
final class SeedReader implements AutoCloseable {
    /** An item has at most two megabytes, which escapes can make six times as long. */
    private static final int VALUE_BYTES_MAX = 16 << 20;

    private static final int BUFFER_BYTES = 1 << 16;
    private static final int END = -1;

    private final InputStream in;
    private int next;

    SeedReader(InputStream stream) throws IOException {
        in = new BufferedInputStream(stream, BUFFER_BYTES);
        next = in.read();
    }

    /** Reads the opening brace of the object. */
    void begin() throws IOException {
        expect('{', "a JSON object");
    }

    /** Whether another property of the object follows; {@code first} is true before the first one. */
    boolean hasProperty(boolean first) throws IOException {
        return hasMore(first, '}');
    }

    String name() throws IOException {
        if (skipBlanks() != '"' || !(value() instanceof JsonString name)) {
            throw new BadRequestException("a property name in quotation marks is missing");
        }
        expect(':', "a colon after a property name");
        return name.value();
    }

    /** Returns true and reads the opening bracket if the value is an array. */
    boolean beginArray() throws IOException {
        if (skipBlanks() != '[') {
            return false;
        }
        next = in.read();
        return true;
    }

    /** Whether another element of the array follows; {@code first} is true before the first one. */
    boolean hasElement(boolean first) throws IOException {
        return hasMore(first, ']');
    }

    /** The next value, whole. */
    JsonValue value() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        int first = skipBlanks();
        if (first == '"') {
            takeString(text);
        } else if (first == '{' || first == '[') {
            takeNested(text);
        } else {
            while (next != END && !isBlank(next) && ",:]}".indexOf(next) < 0) {
                take(text);
            }
        }
        return JsonValue.parse(text.toByteArray());
    }

    private void takeString(ByteArrayOutputStream text) throws IOException {
        take(text);
        while (next != END && next != '"') {
            if (next == '\\') {
                take(text);
            }
            take(text);
        }
        take(text);
    }

    /** Up to the bracket that closes the first one; whether the brackets in between match is left to the parser. */
    private void takeNested(ByteArrayOutputStream text) throws IOException {
        int depth = 0;
        do {
            if (next == '"') {
                takeString(text);
            } else {
                depth += next == '{' || next == '[' ? 1 : 0;
                depth -= next == '}' || next == ']' ? 1 : 0;
                take(text);
            }
        } while (depth > 0 && next != END);
    }

    /** @throws BadRequestException if anything follows the object */
    void end() throws IOException {
        if (skipBlanks() != END) {
            throw new BadRequestException("there is more text after the object");
        }
    }

    private void take(ByteArrayOutputStream text) throws IOException {
        if (text.size() >= VALUE_BYTES_MAX) {
            throw new BadRequestException("a value is longer than " + VALUE_BYTES_MAX + " bytes");
        }
        if (next != END) {
            text.write(next);
            next = in.read();
        }
    }

    private boolean hasMore(boolean first, char end) throws IOException {
        int found = skipBlanks();
        if (found == end) {
            next = in.read();
            return false;
        }
        if (!first) {
            expect(',', "a comma or " + end);
        } else if (found == END) {
            throw new BadRequestException("the text ends where " + end + " is missing");
        }
        return true;
    }

    private void expect(char wanted, String description) throws IOException {
        if (skipBlanks() != wanted) {
            throw new BadRequestException(description + " is missing");
        }
        next = in.read();
    }

    private int skipBlanks() throws IOException {
        while (isBlank(next)) {
            next = in.read();
        }
        return next;
    }

    private static boolean isBlank(int c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
