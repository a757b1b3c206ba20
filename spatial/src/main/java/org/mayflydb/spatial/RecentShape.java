package org.mayflydb.spatial;

import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonValue;

/**
 * Reads shapes and remembers the last, because a query asks for each item about the same one. Threads that overwrite each
 * other's memory lose time and nothing else.
 */
final class RecentShape {
    private volatile @Nullable Entry entry;

    private record Entry(JsonValue value, Reading reading) {}

    /** Null if the value is undefined. */
    @Nullable
    Reading read(@Nullable JsonValue value) {
        Entry known = entry;
        if (value == null) {
            return null;
        }
        // The same object, not an equal one: comparing would take as long as reading.
        if (known != null && known.value == value) {
            return known.reading;
        }
        Reading reading = GeoJsonReader.read(value);
        entry = new Entry(value, reading);
        return reading;
    }
}
