package org.mayflydb.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.mayflydb.base.BadRequestException;

/**
 * Takes apart an array of objects and leaves the values of their members as text. So what is inside, such as an item, is
 * neither made into a tree nor written anew.
 */
public final class TextMembers {
    private TextMembers() {}

    /**
     * The objects of an array, each with the compact text of those of its members that have these names.
     *
     * @param objectsMax how many objects the caller can use; one more is read at most, which then is too many
     * @throws BadRequestException if the text is no array of objects
     */
    public static List<Map<String, byte[]>> ofArray(byte[] utf8, Set<String> names, int objectsMax) {
        byte[] text = JsonText.compact(utf8);
        try (JsonParser parser = JsonText.lenientOuterParser(text)) {
            List<Map<String, byte[]>> objects = new ArrayList<>();
            expect(parser.nextToken() == JsonToken.START_ARRAY);
            for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
                expect(token == JsonToken.START_OBJECT);
                objects.add(members(parser, text, names));
                if (objects.size() > objectsMax) {
                    return objects;
                }
            }
            expect(parser.nextToken() == null);
            return objects;
        } catch (IOException malformed) {
            throw JsonText.malformed(malformed);
        }
    }

    private static Map<String, byte[]> members(JsonParser parser, byte[] text, Set<String> names) throws IOException {
        Map<String, byte[]> members = new HashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            int start = (int) parser.currentTokenLocation().getByteOffset();
            parser.skipChildren();
            // Text is decoded only when somebody asks for it, and until then the parser is at its beginning.
            parser.finishToken();
            int end = (int) parser.currentLocation().getByteOffset();
            if (names.contains(name)) {
                members.put(name, Arrays.copyOfRange(text, start, end));
            }
        }
        return members;
    }

    private static void expect(boolean condition) {
        if (!condition) {
            throw new BadRequestException("The input content is invalid: an array of JSON objects is expected.");
        }
    }
}
