package org.mayflydb.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Members of one object that have the same name: the last one counts, in the place of the first. */
public final class DuplicateNames {
    private DuplicateNames() {}

    /** Returns the text without duplicate names at any level, or null if the text is not JSON. */
    public static byte @Nullable [] resolve(byte[] utf8) {
        try (JsonParser parser = JsonText.lenientParser(utf8)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return null;
            }
            JsonValue value = JsonReader.value(parser, first);
            return parser.nextToken() == null ? value.toBytes() : null;
        } catch (IOException malformed) {
            return null;
        }
    }
}
