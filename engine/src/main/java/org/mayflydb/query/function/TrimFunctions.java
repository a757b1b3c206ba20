package org.mayflydb.query.function;

import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonString;

/** Cutting white space, or given characters, off the ends of a text. */
final class TrimFunctions {
    private TrimFunctions() {}

    static List<BuiltIn> functions() {
        return List.of(trim("LTRIM", true, false), trim("RTRIM", false, true), trim("TRIM", true, true));
    }

    private static BuiltIn trim(String name, boolean atStart, boolean atEnd) {
        return FunctionShapes.values(name, 1, 2, arguments -> {
            String text = Arguments.text(arguments[0]);
            IntPredicate unwanted =
                    arguments.length == 1 ? Character::isWhitespace : members(Arguments.text(arguments[1]));
            if (text == null || unwanted == null) {
                return null;
            }
            int start = 0;
            int end = text.length();
            while (atStart && start < end && unwanted.test(text.charAt(start))) {
                start++;
            }
            while (atEnd && start < end && unwanted.test(text.charAt(end - 1))) {
                end--;
            }
            return new JsonString(text.substring(start, end));
        });
    }

    private static @Nullable IntPredicate members(@Nullable String characters) {
        if (characters == null) {
            return null;
        }
        BitSet set = new BitSet();
        characters.chars().forEach(set::set);
        return set::get;
    }
}
