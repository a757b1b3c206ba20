package org.mayflydb.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** The spatial indexes of an indexing policy. */
final class SpatialIndexes {
    private static final String NAME = "spatialIndexes";
    private static final String BOX = "boundingBox";
    private static final Set<String> MEMBERS = Set.of("path", "types", BOX);
    private static final List<String> TYPES = List.of("Point", "LineString", "Polygon", "MultiPolygon");
    private static final Set<String> BOX_MEMBERS = Set.of("xmin", "ymin", "xmax", "ymax");

    private SpatialIndexes() {}

    /** Checks what every stored index has fulfilled, too. */
    static void checkForm(PolicyReader index) {
        IndexPath.parse(index.allowOnly(MEMBERS).text("path"));
        for (String type : index.texts("types")) {
            if (!TYPES.contains(type)) {
                throw index.refused("the type '" + type + "' is unknown");
            }
        }
    }

    /** Checks the indexes of a request. Stored ones are not checked: earlier releases accepted more. */
    static void check(JsonObject container, GeospatialType geospatialType) {
        if (container.get("indexingPolicy") instanceof JsonObject policy) {
            for (PolicyReader index : new PolicyReader("indexingPolicy", policy).objects(NAME)) {
                check(index, geospatialType);
            }
        }
    }

    private static void check(PolicyReader index, GeospatialType geospatialType) {
        String path = index.text("path");
        if (index.texts("types").isEmpty()) {
            throw new BadRequestException(
                    "The spatial data types array cannot be empty. Assign at least one spatial type"
                            + " for the 'types' array for the path '" + path + "'.");
        }
        JsonValue box = index.find(BOX);
        if (geospatialType == GeospatialType.GEOGRAPHY) {
            if (box != null) {
                throw index.refused("the path " + path + " has a boundingBox, which Geography does not allow");
            }
        } else if (box == null) {
            throw index.refused("the path " + path + " lacks a boundingBox, which Geometry requires");
        } else {
            checkBox(PolicyReader.of(index.what() + "." + BOX, box).allowOnly(BOX_MEMBERS));
        }
    }

    private static void checkBox(PolicyReader box) {
        for (String name : BOX_MEMBERS) {
            if (!(box.find(name) instanceof JsonNumber)) {
                throw box.refused("'" + name + "' must be a number");
            }
        }
    }

    /** Returns the indexes as the service shows them: one type stands for all of them, several are returned as sent. */
    static List<JsonValue> complete(List<JsonValue> indexes) {
        return indexes.stream().map(SpatialIndexes::complete).toList();
    }

    private static JsonValue complete(JsonValue index) {
        JsonObject object = (JsonObject) index;
        if (!(object.get("types") instanceof JsonArray sent) || sent.elements().size() > 1) {
            return index;
        }
        List<JsonValue> types = new ArrayList<>(sent.elements());
        for (String type : TYPES) {
            JsonString text = new JsonString(type);
            if (!types.contains(text)) {
                types.add(text);
            }
        }
        return object.with("types", new JsonArray(types));
    }
}
