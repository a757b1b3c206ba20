package org.mayflydb.embedded;

import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonValue;

/** One row of the answer to a query: any JSON value. */
public final class Row {
    private final JsonValue value;
    private final @Nullable ItemMapper mapper;

    Row(JsonValue value, @Nullable ItemMapper mapper) {
        this.value = value;
        this.mapper = mapper;
    }

    /** The JSON text. */
    public String json() {
        return value.toString();
    }

    /** The value as map, list, string, number, boolean or null. */
    public @Nullable Object value() {
        return value.toJava();
    }

    /** The value as an object of the program, made by the mapper the database was opened with. */
    public <T> T as(Class<T> type) {
        if (mapper == null) {
            throw new IllegalStateException("The database was opened without a mapper");
        }
        return mapper.read(value.toBytes(), type);
    }

    @Override
    public String toString() {
        return json();
    }
}
