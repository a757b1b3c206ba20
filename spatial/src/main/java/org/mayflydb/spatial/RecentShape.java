package org.mayflydb.spatial;

import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.function.Cost;
import org.mayflydb.query.function.Meter;

/**
 * Reads shapes and remembers the last, because a query asks for each item about the same one. Threads that overwrite each
 * other's memory lose time and nothing else.
 */
final class RecentShape {
    /** How many pairs of edges are compared in about the time of one step, most of them being far from each other. */
    private static final int PAIRS_PER_STEP = 64;

    private volatile @Nullable Entry entry;

    private record Entry(JsonValue value, Reading reading) {}

    /** Null if the value is undefined. Reading is charged, remembering is not. */
    @Nullable
    Reading read(@Nullable JsonValue value, Meter meter) {
        Entry known = entry;
        if (value == null) {
            return null;
        }
        // The same object, not an equal one: comparing would take as long as reading.
        if (known != null && known.value == value) {
            return known.reading;
        }
        Cost.payDeep(value, meter);
        Reading reading = GeoJsonReader.read(value);
        if (reading instanceof Reading.Valid valid) {
            // Whether rings cross themselves is found by comparing edges with those nearby.
            meter.spend(valid.shape().pairsWith(valid.shape()) / PAIRS_PER_STEP);
        }
        entry = new Entry(value, reading);
        return reading;
    }
}
