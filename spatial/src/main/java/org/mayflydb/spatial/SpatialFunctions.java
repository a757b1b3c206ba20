package org.mayflydb.spatial;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.function.BuiltIn;
import org.mayflydb.query.function.FunctionLibrary;
import org.mayflydb.query.function.Meter;

/** The spatial functions, as the queries of an engine find them when this module is on the class path. */
public final class SpatialFunctions implements FunctionLibrary {

    /** How many pairs of edges, one of each shape, are compared in about the time of one step. */
    private static final int PAIRS_PER_STEP = 4;

    /** What a function of two shapes does. */
    @FunctionalInterface
    private interface OfShapes {
        JsonValue call(Shape first, Shape second);
    }

    @Override
    public List<BuiltIn> functions() {
        return List.of(
                ofShapes("ST_DISTANCE", SpatialFunctions::distance),
                ofShapes("ST_WITHIN", (inner, outer) -> JsonBoolean.of(Containment.isWithin(inner, outer))),
                ofShapes("ST_INTERSECTS", SpatialFunctions::intersects),
                ofReading(
                        "ST_AREA",
                        reading -> reading instanceof Reading.Valid valid
                                ? JsonNumber.of(Earth.area(valid.shape()))
                                : null),
                ofReading("ST_ISVALID", reading -> JsonBoolean.of(reading instanceof Reading.Valid)),
                ofReading("ST_ISVALIDDETAILED", SpatialFunctions::validity));
    }

    private static JsonValue distance(Shape first, Shape second) {
        if (Containment.overlaps(first, second)) {
            return JsonNumber.of(0);
        }
        Nearest nearest = Nearest.between(first, second);
        return nearest.isTouch()
                ? JsonNumber.of(0)
                : JsonNumber.of(Earth.distance(nearest.ofFirst(), nearest.ofSecond()));
    }

    private static JsonValue intersects(Shape first, Shape second) {
        return JsonBoolean.of(Containment.overlaps(first, second)
                || Nearest.between(first, second).isTouch());
    }

    private static JsonValue validity(Reading reading) {
        JsonObject.Builder validity = JsonObject.builder().put("valid", reading instanceof Reading.Valid);
        if (reading instanceof Reading.Invalid invalid) {
            validity.put("reason", invalid.reason());
        }
        return validity.build();
    }

    private static BuiltIn ofShapes(String name, OfShapes body) {
        RecentShape firsts = new RecentShape();
        RecentShape seconds = new RecentShape();
        return new BuiltIn(name, 2, 2, true, (arguments, context) -> {
            Meter meter = context.meter();
            if (firsts.read(arguments[0], meter) instanceof Reading.Valid first
                    && seconds.read(arguments[1], meter) instanceof Reading.Valid second) {
                meter.spend(1 + first.shape().pairsWith(second.shape()) / PAIRS_PER_STEP);
                return body.call(first.shape(), second.shape());
            }
            return null;
        });
    }

    private static BuiltIn ofReading(String name, Function<Reading, @Nullable JsonValue> body) {
        RecentShape shapes = new RecentShape();
        return new BuiltIn(name, 1, 1, true, (arguments, context) -> {
            Reading reading = shapes.read(arguments[0], context.meter());
            return reading == null ? null : body.apply(reading);
        });
    }
}
