package org.mayflydb.embedded;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.LiveItem;

/** An item as it was when it was read or written, system properties included. */
public final class Item {
    private final LiveItem live;
    private final @Nullable ItemMapper mapper;

    Item(LiveItem live, @Nullable ItemMapper mapper) {
        this.live = live;
        this.mapper = mapper;
    }

    /** The JSON text. */
    public String json() {
        return live.jsonText();
    }

    /** The JSON text in UTF-8. */
    public byte[] bytes() {
        return live.json();
    }

    /** The JSON as maps, lists, strings, numbers and booleans. */
    public Map<String, @Nullable Object> toMap() {
        return ((JsonObject) JsonValue.parse(live.json())).toJava();
    }

    /** The item as an object of the program, made by the mapper the database was opened with. */
    public <T> T as(Class<T> type) {
        if (mapper == null) {
            throw new IllegalStateException("The database was opened without a mapper");
        }
        return mapper.read(live.json(), type);
    }

    /** Changes with every write; for {@code ifMatch}. */
    public String etag() {
        return live.etag();
    }

    /** The second of the last write, from which its lifetime counts. */
    public Instant timestamp() {
        return Instant.ofEpochSecond(live.timestamp());
    }

    /** What the item says about its own life. */
    public Lifetime lifetime() {
        return live.lifetime();
    }

    @Override
    public String toString() {
        return json();
    }
}
