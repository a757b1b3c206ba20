package org.mayflydb.query.function;

import java.util.List;
import org.mayflydb.base.UnsupportedException;

/** The spatial functions by name, for a class path without the module that has them: a call says what is missing. */
final class SpatialNames {
    private SpatialNames() {}

    static List<BuiltIn> functions() {
        return List.of(
                missing("ST_DISTANCE", 2),
                missing("ST_WITHIN", 2),
                missing("ST_INTERSECTS", 2),
                missing("ST_ISVALID", 1),
                missing("ST_ISVALIDDETAILED", 1),
                missing("ST_AREA", 1));
    }

    private static BuiltIn missing(String name, int arguments) {
        // Not deterministic, so that nobody calls it before a query runs.
        return new BuiltIn(name, arguments, arguments, false, (values, context) -> {
            throw new UnsupportedException("The function " + name + " without the module mayfly-spatial");
        });
    }
}
