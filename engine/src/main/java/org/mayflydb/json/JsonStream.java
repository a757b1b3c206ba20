package org.mayflydb.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.Closeable;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;

/**
 * Reads one JSON object property by property, and arrays in it element by element, so that the text may be of any size.
 * Text that is not JSON is a bad request. Used by one thread.
 */
public final class JsonStream implements Closeable {
    private final BoundedReader text;
    private final JsonParser parser;

    /** @param valueCharactersMax the size of values that are returned as a whole; longer ones are bad requests */
    public JsonStream(InputStream utf8, int valueCharactersMax) throws IOException {
        Reader decoded = new InputStreamReader(
                utf8,
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
        text = new BoundedReader(decoded, valueCharactersMax);
        parser = JsonText.outerParser(text);
    }

    /** Begins the object that is the whole text. */
    public void beginObject() throws IOException {
        if (next() != JsonToken.START_OBJECT) {
            throw new BadRequestException("The text is not a JSON object");
        }
    }

    /** Returns the name of the next property of the object, or null at its end. */
    public @Nullable String nextName() throws IOException {
        return next() == JsonToken.FIELD_NAME ? parser.currentName() : null;
    }

    /** Begins the array that is the value of the property; any other value is a bad request. */
    public void beginArray() throws IOException {
        if (next() != JsonToken.START_ARRAY) {
            throw new BadRequestException("'" + parser.currentName() + "' is not an array");
        }
    }

    /** Returns the next element of the array, or null at its end. */
    public @Nullable JsonValue nextElement() throws IOException {
        JsonToken token = next();
        return token == JsonToken.END_ARRAY ? null : value(token);
    }

    /** Returns the value of the property. */
    public JsonValue value() throws IOException {
        return value(next());
    }

    /** Anything after the object is a bad request. */
    public void end() throws IOException {
        if (next() != null) {
            throw new BadRequestException("The text is not valid JSON: more text follows after the value");
        }
    }

    private @Nullable JsonToken next() throws IOException {
        text.valueBegins();
        try {
            return parser.nextToken();
        } catch (JsonProcessingException | CharacterCodingException malformed) {
            throw JsonText.malformed(malformed);
        }
    }

    private JsonValue value(@Nullable JsonToken first) throws IOException {
        if (first == null) {
            throw new IllegalStateException("the parser found no value where one must be");
        }
        try {
            return JsonReader.value(parser, first);
        } catch (JsonProcessingException | CharacterCodingException malformed) {
            throw JsonText.malformed(malformed);
        }
    }

    @Override
    public void close() throws IOException {
        parser.close();
        text.close();
    }

    /** Ends a text if too much of it is read for one value. */
    private static final class BoundedReader extends FilterReader {
        private final int charactersMax;
        private long left;

        BoundedReader(Reader in, int charactersMax) {
            super(in);
            this.charactersMax = charactersMax;
        }

        void valueBegins() {
            left = charactersMax;
        }

        @Override
        public int read(char[] target, int offset, int length) throws IOException {
            if (left <= 0) {
                throw new BadRequestException("A value has more than " + charactersMax + " characters");
            }
            int count = super.read(target, offset, length);
            left -= Math.max(0, count);
            return count;
        }
    }
}
