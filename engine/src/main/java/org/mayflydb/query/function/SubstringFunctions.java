package org.mayflydb.query.function;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Parts of a text by place, and places of parts. */
final class SubstringFunctions {
    private static final JsonString EMPTY = new JsonString("");

    private SubstringFunctions() {}

    static List<BuiltIn> functions() {
        return List.of(
                FunctionShapes.values("LEFT", 2, 2, SubstringFunctions::left),
                FunctionShapes.values("RIGHT", 2, 2, SubstringFunctions::right),
                FunctionShapes.values("SUBSTRING", 3, 3, SubstringFunctions::substring),
                FunctionShapes.values("INDEX_OF", 2, 3, SubstringFunctions::indexOf),
                FunctionShapes.values("LASTINDEXOF", 2, 3, SubstringFunctions::lastIndexOf),
                FunctionShapes.ofTexts("SUBSTRINGBEFORE", (text, mark) -> before(text, firstPlace(text, mark))),
                FunctionShapes.ofTexts("SUBSTRINGAFTER", (text, mark) -> after(text, firstPlace(text, mark), mark)),
                FunctionShapes.ofTexts("LASTSUBSTRINGBEFORE", (text, mark) -> before(text, lastPlace(text, mark))),
                FunctionShapes.ofTexts("LASTSUBSTRINGAFTER", (text, mark) -> after(text, lastPlace(text, mark), mark)));
    }

    private static @Nullable JsonValue left(@Nullable JsonValue[] arguments) {
        String text = Arguments.text(arguments[0]);
        Long count = Arguments.whole(arguments[1]);
        return text == null || count == null ? null : new JsonString(text.substring(0, clamp(count, text)));
    }

    private static @Nullable JsonValue right(@Nullable JsonValue[] arguments) {
        String text = Arguments.text(arguments[0]);
        Long count = Arguments.whole(arguments[1]);
        return text == null || count == null
                ? null
                : new JsonString(text.substring(text.length() - clamp(count, text)));
    }

    private static @Nullable JsonValue substring(@Nullable JsonValue[] arguments) {
        String text = Arguments.text(arguments[0]);
        Long start = Arguments.whole(arguments[1]);
        Long count = Arguments.whole(arguments[2]);
        if (text == null || start == null || count == null) {
            return null;
        }
        if (start < 0 || start >= text.length() || count <= 0) {
            return EMPTY;
        }
        String rest = text.substring(start.intValue());
        return new JsonString(rest.substring(0, clamp(count, rest)));
    }

    private static int clamp(long count, String text) {
        return (int) Math.max(0, Math.min(count, text.length()));
    }

    private static @Nullable JsonValue indexOf(@Nullable JsonValue[] arguments) {
        String text = Arguments.text(arguments[0]);
        String wanted = Arguments.text(arguments[1]);
        Long from = Arguments.wholeOr(arguments, 2, 0);
        return text == null || wanted == null || from == null
                ? null
                : JsonNumber.of(new TextSearch(wanted).first(text, clamp(from, text)));
    }

    /** What is found lies between the start of the text and the given place, that place included. */
    private static @Nullable JsonValue lastIndexOf(@Nullable JsonValue[] arguments) {
        String text = Arguments.text(arguments[0]);
        String wanted = Arguments.text(arguments[1]);
        Long from = Arguments.wholeOr(arguments, 2, Long.MAX_VALUE);
        if (text == null || wanted == null || from == null) {
            return null;
        }
        int end = from >= text.length() ? text.length() : clamp(from + 1, text);
        return JsonNumber.of(new TextSearch(wanted).last(text, end));
    }

    private static int firstPlace(String text, String mark) {
        return new TextSearch(mark).first(text, 0);
    }

    private static int lastPlace(String text, String mark) {
        return new TextSearch(mark).last(text, text.length());
    }

    /** Without the mark there is nothing before it and nothing after it. */
    private static JsonValue before(String text, int place) {
        return place < 0 ? EMPTY : new JsonString(text.substring(0, place));
    }

    private static JsonValue after(String text, int place, String mark) {
        return place < 0 ? EMPTY : new JsonString(text.substring(place + mark.length()));
    }
}
