package org.mayflydb.server.cluster;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.ownership.CatalogEdit;

/** Changes of the catalog as servers send them to one another. */
final class CatalogEditJson {
    private static final String PARENT = "parent";
    private static final String EPOCH = "parentEpoch";
    private static final String CHILDREN = "children";
    private static final String FORGET = "forget";

    private CatalogEditJson() {}

    static byte[] write(CatalogEdit edit) {
        JsonObject.Builder json = JsonObject.builder();
        if (edit instanceof CatalogEdit.NumberChildren number) {
            json.put(PARENT, number.parent()).put(EPOCH, number.parentEpoch());
        } else if (edit instanceof CatalogEdit.ReplaceParent replace) {
            List<JsonValue> children = new ArrayList<>();
            replace.children().forEach(child -> children.add(JsonNumber.of(child)));
            json.put(PARENT, replace.parent()).put(CHILDREN, new JsonArray(children));
        } else if (edit instanceof CatalogEdit.Forget forget) {
            json.put(FORGET, forget.partition());
        } else {
            throw new IllegalArgumentException("unknown change of the catalog: " + edit);
        }
        return json.build().toBytes();
    }

    static CatalogEdit read(byte[] body) {
        if (JsonValue.parse(body) instanceof JsonObject json) {
            if (json.get(FORGET) != null) {
                return new CatalogEdit.Forget((int) number(json.get(FORGET)));
            }
            int parent = (int) number(json.get(PARENT));
            if (json.get(CHILDREN) instanceof JsonArray children) {
                return new CatalogEdit.ReplaceParent(
                        parent,
                        children.elements().stream()
                                .map(child -> (int) number(child))
                                .toList());
            }
            return new CatalogEdit.NumberChildren(parent, number(json.get(EPOCH)));
        }
        throw new BadRequestException("This is no change of the catalog.");
    }

    private static long number(@Nullable JsonValue value) {
        if (value instanceof JsonNumber number && number.isIntegral()) {
            return (long) number.doubleValue();
        }
        throw new BadRequestException("This is no change of the catalog.");
    }
}
