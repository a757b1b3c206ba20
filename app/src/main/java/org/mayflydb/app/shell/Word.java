package org.mayflydb.app.shell;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;

/**
 * One word of a command line that begins with a dot.
 *
 * @param quoted whether it stood in quotation marks, and is text whatever it looks like
 */
record Word(String text, boolean quoted) {

    /** Words are separated by blanks. One in quotation marks may have blanks, and so may a JSON array at the end. */
    static List<Word> split(String line) {
        List<Word> words = new ArrayList<>();
        int i = 0;
        while (i < line.length()) {
            char c = line.charAt(i);
            if (Character.isWhitespace(c)) {
                i++;
            } else if (c == '[') {
                words.add(new Word(line.substring(i).strip(), false));
                i = line.length();
            } else if (c == '"' || c == '\'') {
                int end = line.indexOf(c, i + 1);
                if (end < 0) {
                    throw new BadRequestException("A quotation mark is not closed.");
                }
                words.add(new Word(line.substring(i + 1, end), true));
                i = end + 1;
            } else {
                int end = i;
                while (end < line.length() && !Character.isWhitespace(line.charAt(end))) {
                    end++;
                }
                words.add(new Word(line.substring(i, end), false));
                i = end;
            }
        }
        return words;
    }

    /** The partition key that these words spell: one JSON array, or one word for each level. */
    static PartitionKey partitionKey(List<Word> words) {
        if (words.size() == 1 && !words.get(0).quoted && words.get(0).text.startsWith("[")) {
            return PartitionKey.parse(words.get(0).text);
        }
        return PartitionKey.parse(
                new JsonArray(words.stream().map(Word::component).toList()).toString());
    }

    /** {@code 5}, {@code true} and {@code null} are what they are in JSON, and everything else is text. */
    private JsonValue component() {
        if (quoted) {
            return new JsonString(text);
        }
        try {
            JsonValue value = JsonValue.parse(text);
            return value instanceof JsonArray || value instanceof JsonObject ? new JsonString(text) : value;
        } catch (BadRequestException noJson) {
            return new JsonString(text);
        }
    }
}
