package org.mayflydb.catalog;

import java.util.List;
import java.util.Set;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/** Whether points are on the globe or in a plane. */
public enum GeospatialType {
    GEOGRAPHY("Geography"),
    GEOMETRY("Geometry");

    private final String wireName;

    GeospatialType(String wireName) {
        this.wireName = wireName;
    }

    static GeospatialType fromJson(JsonValue json) {
        String type = PolicyReader.of("geospatialConfig", json)
                .allowOnly(Set.of("type"))
                .choice("type", List.of(GEOGRAPHY.wireName, GEOMETRY.wireName));
        return type.equals(GEOMETRY.wireName) ? GEOMETRY : GEOGRAPHY;
    }

    JsonObject toJson() {
        return JsonObject.builder().put("type", wireName).build();
    }
}
