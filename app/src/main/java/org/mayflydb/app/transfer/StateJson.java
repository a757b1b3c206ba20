package org.mayflydb.app.transfer;

import org.jspecify.annotations.Nullable;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;

/** Reads properties of a progress file, which somebody may have edited. */
final class StateJson {
    private StateJson() {}

    static long number(JsonObject state, String name) {
        Long number = state.get(name) instanceof JsonNumber found ? found.exactLong() : null;
        if (number == null || number < 0) {
            throw damaged(name);
        }
        return number;
    }

    static String text(JsonObject state, String name) {
        String text = findText(state, name);
        if (text == null) {
            throw damaged(name);
        }
        return text;
    }

    static @Nullable String findText(JsonObject state, String name) {
        return state.get(name) instanceof JsonString text ? text.value() : null;
    }

    static UnavailableException damaged(String name) {
        return new UnavailableException("The progress file of the interrupted run is damaged: '" + name
                + "' is missing or invalid. Remove that file and start over.");
    }
}
