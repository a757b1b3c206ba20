package org.mayflydb.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.util.regex.Pattern;
import org.mayflydb.base.BadRequestException;

/** How JSON text is read and written everywhere: one configured factory, and what is done to text before parsing. */
public final class JsonText {

    /** The service refuses items that nest deeper. */
    public static final int NESTING_DEPTH_MAX = 128;

    /** How the parser's messages name a place if they may not quote the text. */
    private static final Pattern SOURCE = Pattern.compile("\\[Source: [^;]*; line: (\\d+), column: (\\d+)]");

    private static final JsonFactory FACTORY = factory(NESTING_DEPTH_MAX, true);

    private static final JsonFactory LENIENT_FACTORY = factory(NESTING_DEPTH_MAX, false);

    /** For text that holds items inside of two other levels. */
    private static final JsonFactory OUTER_FACTORY = factory(NESTING_DEPTH_MAX + 2, true);

    /** The same; whoever reads the items deals with their duplicate names. */
    private static final JsonFactory LENIENT_OUTER_FACTORY = factory(NESTING_DEPTH_MAX + 2, false);

    private JsonText() {}

    private static JsonFactory factory(int nestingDepthMax, boolean refusesDuplicates) {
        return new JsonFactoryBuilder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(nestingDepthMax)
                        .build())
                .configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION, refusesDuplicates)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                // Text that begins with zero bytes would otherwise be taken for UTF-16.
                .disable(JsonFactory.Feature.CHARSET_DETECTION)
                // Member names are chosen by clients and do not belong into the JVM's own table of strings.
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                // Without this, characters beyond the basic plane would be written as two escapes of six characters.
                .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
                // Parsers live on a few long-lived threads and are closed by the thread that opened them.
                .recyclerPool(JsonRecyclerPools.threadLocalPool())
                .build();
    }

    /**
     * A parser over these bytes, which the caller closes on the same thread. It refuses deep nesting and members named
     * twice; it does not check UTF-8 strictly, {@link #compact} and {@link #checkUtf8} do.
     */
    public static JsonParser parser(byte[] bytes, int offset, int length) {
        try {
            return FACTORY.createParser(bytes, offset, length);
        } catch (IOException e) {
            throw new IllegalStateException("a parser over an array reads no file", e);
        }
    }

    /** The same, but of members of the same name each is returned. */
    static JsonParser lenientParser(byte[] bytes) {
        try {
            return LENIENT_FACTORY.createParser(bytes);
        } catch (IOException e) {
            throw new IllegalStateException("a parser over an array reads no file", e);
        }
    }

    /** The same for an array of objects that hold items. */
    static JsonParser lenientOuterParser(byte[] bytes) {
        try {
            return LENIENT_OUTER_FACTORY.createParser(bytes);
        } catch (IOException e) {
            throw new IllegalStateException("a parser over an array reads no file", e);
        }
    }

    /** A parser for items inside of two other levels, over a stream of characters. */
    static JsonParser outerParser(Reader text) throws IOException {
        return OUTER_FACTORY.createParser(text);
    }

    static JsonGenerator generator(OutputStream target) throws IOException {
        return FACTORY.createGenerator(target);
    }

    /**
     * The same text without white space outside of strings: the same array if there is none, else a copy. Text that is
     * not strictly UTF-8 is a bad request. Whether the text is JSON is left to the parser, and text that is not JSON
     * does not become JSON by this: white space that keeps {@code 1 2} from being {@code 12} stays, as one space.
     */
    public static byte[] compact(byte[] utf8) {
        return TextCompactor.compact(utf8);
    }

    /**
     * Returns compact text with the control characters in its strings escaped; the same array if there are none. They are
     * not valid JSON, but some clients send them.
     */
    public static byte[] escapeControlCharacters(byte[] compact) {
        return ControlCharacters.escape(compact);
    }

    /** Refuses bytes that are not strictly UTF-8: truncated or overlong sequences, and encoded surrogates. */
    public static void checkUtf8(byte[] bytes) {
        Utf8Text.check(bytes);
    }

    /** The outcome for a client whose text made a {@link #parser} throw. */
    public static BadRequestException malformed(IOException failure) {
        if (failure instanceof JsonProcessingException syntax) {
            JsonLocation location = syntax.getLocation();
            String where = location == null ? "" : " (at " + place(location) + ")";
            return new BadRequestException("The text is not valid JSON: "
                    + SOURCE.matcher(syntax.getOriginalMessage()).replaceAll("line $1, column $2") + where);
        }
        if (failure instanceof CharacterCodingException) {
            return new BadRequestException("The text is not valid UTF-8");
        }
        return new BadRequestException("The text is not valid JSON: " + failure.getMessage());
    }

    /** The bytes are not counted in a stream of characters. */
    private static String place(JsonLocation location) {
        return location.getByteOffset() < 0
                ? "line " + location.getLineNr() + ", column " + location.getColumnNr()
                : "byte " + location.getByteOffset();
    }
}
