package org.mayflydb.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.DocumentPath;

/**
 * Reads the members of an object and complains by name about what has the wrong shape. A member that holds null counts
 * as absent, because some clients write what they do not set.
 *
 * @param what names the object in complaints
 */
record PolicyReader(String what, JsonObject json) {

    /** Reads an object, or complains that it is none. */
    static PolicyReader of(String what, JsonValue value) {
        if (value instanceof JsonObject object) {
            return new PolicyReader(what, object);
        }
        throw new BadRequestException("The value of '" + what + "' is invalid: it must be an object.");
    }

    PolicyReader allowOnly(Set<String> names) {
        for (String name : json.members().keySet()) {
            if (!names.contains(name)) {
                throw refused("it has the unknown member '" + name + "'");
            }
        }
        return this;
    }

    @Nullable
    JsonValue find(String name) {
        JsonValue value = json.get(name);
        return value instanceof JsonNull ? null : value;
    }

    String text(String name) {
        String text = findText(name);
        if (text == null) {
            throw refused("it lacks '" + name + "'");
        }
        return text;
    }

    @Nullable
    String findText(String name) {
        JsonValue value = find(name);
        if (value == null) {
            return null;
        } else if (value instanceof JsonString string) {
            return string.value();
        }
        throw refused("'" + name + "' must be a string");
    }

    /** The text of a member in one of these spellings, whatever its letter case; the first if it is absent. */
    String choice(String name, List<String> spellings) {
        String text = findText(name);
        if (text == null) {
            return spellings.get(0);
        }
        for (String spelling : spellings) {
            if (spelling.toLowerCase(Locale.ROOT).equals(text.toLowerCase(Locale.ROOT))) {
                return spelling;
            }
        }
        throw refused("'" + name + "' must be one of " + String.join(", ", spellings));
    }

    boolean truth(String name, boolean absent) {
        JsonValue value = find(name);
        if (value == null) {
            return absent;
        } else if (value instanceof JsonBoolean truth) {
            return truth.value();
        }
        throw refused("'" + name + "' must be a boolean");
    }

    DocumentPath path(String name) {
        return DocumentPath.parse(text(name));
    }

    /** Checks a whole number that need not be there. */
    void checkNumber(String name, long min) {
        JsonValue value = find(name);
        boolean acceptable = value == null
                || (value instanceof JsonNumber number && number.isIntegral() && number.doubleValue() >= min);
        if (!acceptable) {
            throw refused("'" + name + "' must be a whole number of at least " + min);
        }
    }

    /** The elements of an array; none if it is absent. */
    List<JsonValue> elements(String name) {
        JsonValue value = find(name);
        if (value == null) {
            return List.of();
        } else if (value instanceof JsonArray array) {
            return array.elements();
        }
        throw refused("'" + name + "' must be an array");
    }

    /** The elements of an array of objects; none if it is absent. */
    List<PolicyReader> objects(String name) {
        List<PolicyReader> objects = new ArrayList<>();
        for (JsonValue element : elements(name)) {
            objects.add(of(what + "." + name, element));
        }
        return objects;
    }

    /** The elements of an array of strings; none if it is absent. */
    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (JsonValue element : elements(name)) {
            if (!(element instanceof JsonString string)) {
                throw refused("'" + name + "' must be an array of strings");
            }
            texts.add(string.value());
        }
        return texts;
    }

    BadRequestException refused(String reason) {
        return new BadRequestException("The value of '" + what + "' is invalid: " + reason + ".");
    }
}
