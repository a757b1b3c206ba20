package org.mayflydb.query.function;

import java.util.List;
import org.mayflydb.json.JsonBoolean;

/** Tests of what is in a text. */
final class StringTests {
    private StringTests() {}

    /** One test of a text against another. */
    @FunctionalInterface
    private interface Test {
        boolean of(String text, String other, boolean ignoreCase);
    }

    static List<BuiltIn> functions() {
        return List.of(
                test("CONTAINS", StringTests::contains),
                test(
                        "STARTSWITH",
                        (text, start, ignoreCase) -> text.regionMatches(ignoreCase, 0, start, 0, start.length())),
                test(
                        "ENDSWITH",
                        (text, end, ignoreCase) ->
                                text.regionMatches(ignoreCase, text.length() - end.length(), end, 0, end.length())),
                test(
                        "STRINGEQUALS",
                        (text, other, ignoreCase) -> ignoreCase ? text.equalsIgnoreCase(other) : text.equals(other)),
                containsSeveral("CONTAINS_ANY_CI", true, Chains::any),
                containsSeveral("CONTAINS_ANY_CS", false, Chains::any),
                containsSeveral("CONTAINS_ALL_CI", true, Chains::all),
                containsSeveral("CONTAINS_ALL_CS", false, Chains::all));
    }

    private static BuiltIn test(String name, Test test) {
        return FunctionShapes.values(name, 2, 3, arguments -> {
            String text = Arguments.text(arguments[0]);
            String other = Arguments.text(arguments[1]);
            Boolean ignoreCase = Arguments.flag(arguments, 2);
            return text == null || other == null || ignoreCase == null
                    ? null
                    : JsonBoolean.of(test.of(text, other, ignoreCase));
        });
    }

    private static boolean contains(String text, String part, boolean ignoreCase) {
        return ignoreCase
                ? new TextSearch(LetterCase.fold(part)).isIn(LetterCase.fold(text))
                : new TextSearch(part).isIn(text);
    }

    private static BuiltIn containsSeveral(String name, boolean ignoreCase, Chains.Joined chain) {
        return FunctionShapes.metered(name, 2, BuiltIn.ANY, (arguments, meter) -> {
            String given = Arguments.text(arguments[0]);
            if (given == null) {
                return null;
            }
            String text = ignoreCase ? LetterCase.fold(given) : given;
            return chain.of(arguments, argument -> {
                String part = Arguments.text(argument);
                meter.spend(1 + text.length() / Meter.CHARACTERS_PER_STEP);
                return part == null
                        ? null
                        : (Boolean) new TextSearch(ignoreCase ? LetterCase.fold(part) : part).isIn(text);
            });
        });
    }
}
