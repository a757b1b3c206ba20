package org.mayflydb.query.function;

import com.google.re2j.Matcher;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Searches with regular expressions. */
final class RegexFunctions {
    private RegexFunctions() {}

    /** What is done with a search and the group that is asked for. */
    @FunctionalInterface
    private interface Search {
        @Nullable
        JsonValue run(Matcher matcher, int group);
    }

    static List<BuiltIn> functions() {
        return List.of(
                search("REGEXMATCH", 3, (matcher, group) -> JsonBoolean.of(matcher.find())),
                search("REGEXEXTRACT", 4, RegexFunctions::extract),
                search("REGEXEXTRACTALL", 4, RegexFunctions::extractAll));
    }

    private static BuiltIn search(String name, int argumentsMax, Search search) {
        return FunctionShapes.metered(name, 2, argumentsMax, (arguments, meter) -> {
            String text = Arguments.text(arguments[0]);
            String expression = Arguments.text(arguments[1]);
            String modifiers = Arguments.textOr(arguments, 2, "");
            Long group = Arguments.wholeOr(arguments, 3, 0);
            if (text == null || expression == null || modifiers == null || group == null) {
                return null;
            }
            Regex regex = Regex.find(expression, modifiers, meter);
            return regex == null || group < 0 || group > regex.groups()
                    ? null
                    : search.run(regex.matcher(text, group.intValue(), meter), group.intValue());
        });
    }

    private static @Nullable JsonValue extract(Matcher matcher, int group) {
        String found = matcher.find() ? matcher.group(group) : null;
        return found == null ? null : new JsonString(found);
    }

    /** A match in which the group took no part adds nothing. */
    private static JsonValue extractAll(Matcher matcher, int group) {
        List<JsonValue> all = new ArrayList<>();
        while (matcher.find()) {
            String found = matcher.group(group);
            if (found != null) {
                all.add(new JsonString(found));
            }
        }
        return new JsonArray(all);
    }
}
