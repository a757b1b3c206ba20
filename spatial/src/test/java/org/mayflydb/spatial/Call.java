package org.mayflydb.spatial;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.function.BuiltIn;
import org.mayflydb.query.function.BuiltIns;
import org.mayflydb.query.function.CallContext;

/** Calls functions as a query would, by name, and writes shapes shortly. */
final class Call {
    private static final CallContext CONTEXT =
            new CallContext(Instant.EPOCH, InstantSource.fixed(Instant.EPOCH), new Random(1), steps -> {});

    private Call() {}

    static @Nullable JsonValue of(String name, @Nullable JsonValue... arguments) {
        BuiltIn function = Invariant.present(BuiltIns.find(name), name);
        return function.body().call(arguments, CONTEXT);
    }

    /** How many steps a call is charged for. */
    static long steps(String name, JsonValue... arguments) {
        AtomicLong steps = new AtomicLong();
        BuiltIn function = Invariant.present(BuiltIns.find(name), name);
        Object unused = function.body()
                .call(
                        arguments,
                        new CallContext(
                                Instant.EPOCH, InstantSource.fixed(Instant.EPOCH), new Random(1), steps::addAndGet));
        return steps.get();
    }

    static @Nullable JsonValue of(String name, String... shapes) {
        @Nullable JsonValue[] arguments = new JsonValue[shapes.length];
        for (int i = 0; i < shapes.length; i++) {
            arguments[i] = shape(shapes[i]);
        }
        return of(name, arguments);
    }

    static double number(String name, String... shapes) {
        return of(name, shapes) instanceof JsonNumber number ? number.doubleValue() : Double.NaN;
    }

    /** {@code Point [1, 2]} for the GeoJSON of that type with these coordinates. */
    static JsonValue shape(String text) {
        String[] parts = text.strip().split(" ", 2);
        return JsonValue.parse("{\"type\":\"" + parts[0] + "\",\"coordinates\":" + parts[1] + "}");
    }

    /** A polygon with sides along meridians, counter-clockwise. */
    static String box(double west, double south, double east, double north) {
        return "Polygon [" + ring(west, south, east, north) + "]";
    }

    static String ring(double west, double south, double east, double north) {
        return "[[" + west + "," + south + "],[" + east + "," + south + "],[" + east + "," + north + "],[" + west + ","
                + north + "],[" + west + "," + south + "]]";
    }
}
