package org.mayflydb.query.function;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Functions that make texts of texts. Lengths and places count UTF-16 units. */
final class StringFunctions {
    private StringFunctions() {}

    static List<BuiltIn> functions() {
        return List.of(
                FunctionShapes.ofText("LENGTH", text -> JsonNumber.of(text.length())),
                FunctionShapes.ofText("LOWER", text -> new JsonString(text.toLowerCase(Locale.ROOT))),
                FunctionShapes.ofText("UPPER", text -> new JsonString(text.toUpperCase(Locale.ROOT))),
                FunctionShapes.ofText("REVERSE", StringFunctions::reverse),
                FunctionShapes.values("CONCAT", 2, BuiltIn.ANY, StringFunctions::concatenate),
                FunctionShapes.values("REPLACE", 3, 3, StringFunctions::replace),
                FunctionShapes.values("REPLICATE", 2, 2, StringFunctions::replicate),
                FunctionShapes.values("STRINGJOIN", 2, 2, StringFunctions::join),
                FunctionShapes.ofTexts("STRINGSPLIT", StringFunctions::split));
    }

    /** Surrogate pairs stay whole, so text stays text. */
    private static JsonValue reverse(String text) {
        return new JsonString(new StringBuilder(text).reverse().toString());
    }

    private static @Nullable JsonValue concatenate(@Nullable JsonValue[] arguments) {
        LimitedText result = new LimitedText();
        for (JsonValue argument : arguments) {
            String part = Arguments.text(argument);
            if (part == null) {
                return null;
            }
            result.append(part);
        }
        return result.value();
    }

    private static @Nullable JsonValue replace(@Nullable JsonValue[] arguments) {
        String text = Arguments.text(arguments[0]);
        String wanted = Arguments.text(arguments[1]);
        String replacement = Arguments.text(arguments[2]);
        if (text == null || wanted == null || replacement == null || wanted.isEmpty()) {
            return null;
        }
        TextSearch search = new TextSearch(wanted);
        LimitedText result = new LimitedText();
        int done = 0;
        for (int found = search.first(text, 0); found >= 0 && !result.isTooLong(); found = search.first(text, done)) {
            result.append(text, done, found);
            result.append(replacement);
            done = found + wanted.length();
        }
        result.append(text, done, text.length());
        return result.value();
    }

    private static @Nullable JsonValue replicate(@Nullable JsonValue[] arguments) {
        String text = Arguments.text(arguments[0]);
        Double times = Arguments.number(arguments[1]);
        if (text == null || times == null || !Double.isFinite(times) || times < 0) {
            return null;
        }
        double whole = Math.floor(times);
        if (whole * text.length() > Limits.REPLICATE_CHARACTERS_MAX) {
            return null;
        }
        return new JsonString(text.isEmpty() ? "" : text.repeat((int) whole));
    }

    private static @Nullable JsonValue join(@Nullable JsonValue[] arguments) {
        List<JsonValue> parts = Arguments.elements(arguments[0]);
        String separator = Arguments.text(arguments[1]);
        if (parts == null || separator == null) {
            return null;
        }
        LimitedText result = new LimitedText();
        boolean first = true;
        for (JsonValue each : parts) {
            String part = Arguments.text(each);
            if (part == null) {
                return null;
            }
            if (!first) {
                result.append(separator);
            }
            result.append(part);
            first = false;
        }
        return result.value();
    }

    private static JsonValue split(String text, String separator) {
        if (separator.isEmpty()) {
            return JsonArray.of(new JsonString(text));
        }
        TextSearch search = new TextSearch(separator);
        List<JsonValue> parts = new ArrayList<>();
        int done = 0;
        for (int found = search.first(text, 0); found >= 0; found = search.first(text, done)) {
            parts.add(new JsonString(text.substring(done, found)));
            done = found + separator.length();
        }
        parts.add(new JsonString(text.substring(done)));
        return new JsonArray(parts);
    }
}
