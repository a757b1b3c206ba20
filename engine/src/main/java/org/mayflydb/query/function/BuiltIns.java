package org.mayflydb.query.function;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;

/** All built-in functions by name, in whatever case it is written. */
public final class BuiltIns {
    private static final Set<String> AGGREGATES =
            Set.of("COUNT", "SUM", "AVG", "MIN", "MAX", "COUNTIF", "MAKELIST", "MAKESET");

    private static final List<List<BuiltIn>> FAMILIES = List.of(
            TypeTests.functions(),
            ConditionalFunctions.functions(),
            MathFunctions.functions(),
            IntegerFunctions.functions(),
            StringTests.functions(),
            StringFunctions.functions(),
            SubstringFunctions.functions(),
            TrimFunctions.functions(),
            RegexFunctions.functions(),
            ConversionFunctions.functions(),
            ArrayFunctions.functions(),
            ArrayAggregates.functions(),
            SetFunctions.functions(),
            DateTimeFunctions.functions(),
            ClockFunctions.functions(),
            HashFunction.functions(),
            VectorFunctions.functions(),
            FullTextFunctions.functions());

    /** Names that clients use beside those of the reference. */
    private static final Map<String, String> OTHER_SPELLINGS = Map.ofEntries(
            Map.entry("IS_BOOLEAN", "IS_BOOL"),
            Map.entry("INTBITWISEAND", "INTBITAND"),
            Map.entry("INTBITWISEOR", "INTBITOR"),
            Map.entry("INTBITWISEXOR", "INTBITXOR"),
            Map.entry("INTBITWISENOT", "INTBITNOT"),
            Map.entry("INTBITWISELEFTSHIFT", "INTBITLEFTSHIFT"),
            Map.entry("INTBITWISERIGHTSHIFT", "INTBITRIGHTSHIFT"),
            Map.entry("CONTAINSANYCI", "CONTAINS_ANY_CI"),
            Map.entry("CONTAINSANYCS", "CONTAINS_ANY_CS"),
            Map.entry("CONTAINSALLCI", "CONTAINS_ALL_CI"),
            Map.entry("CONTAINSALLCS", "CONTAINS_ALL_CS"));

    private static final Map<String, BuiltIn> BY_NAME = table();

    private static final SortedSet<String> NAMES =
            new TreeSet<>(BY_NAME.values().stream().map(BuiltIn::name).toList());

    private BuiltIns() {}

    private static Map<String, BuiltIn> table() {
        Map<String, BuiltIn> table = new HashMap<>();
        Stream<BuiltIn> libraries =
                ServiceLoader.load(FunctionLibrary.class, FunctionLibrary.class.getClassLoader()).stream()
                        .flatMap(library -> library.get().functions().stream());
        Stream.concat(FAMILIES.stream().flatMap(List::stream), libraries).forEach(function -> {
            BuiltIn other = table.put(key(function.name()), function);
            Invariant.check(other == null, "two functions are called " + function.name());
        });
        SpatialNames.functions().forEach(missing -> table.putIfAbsent(key(missing.name()), missing));
        OTHER_SPELLINGS.forEach((other, name) ->
                table.put(other, Invariant.present(table.get(name), "another spelling is one of a function")));
        return table;
    }

    private static String key(String name) {
        return name.toUpperCase(Locale.ROOT);
    }

    /** The function of that name, or null if there is none. */
    public static @Nullable BuiltIn find(String name) {
        return BY_NAME.get(key(name));
    }

    /** The name of each function once, as error messages show it. */
    public static SortedSet<String> names() {
        return Collections.unmodifiableSortedSet(NAMES);
    }

    /** Whether the name is that of an aggregate, which is no built-in function of one row's values. */
    public static boolean isAggregate(String name) {
        return AGGREGATES.contains(key(name));
    }
}
