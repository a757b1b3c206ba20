package org.mayflydb.patch;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Reads the document that clients send: the operations alone, or with a condition in an object. */
final class PatchReader {
    private static final String OPERATIONS = "operations";
    private static final String CONDITION = "condition";

    private PatchReader() {}

    static Patch read(JsonValue document) {
        if (document instanceof JsonArray operations) {
            return patch(operations, null);
        }
        // A condition that is spelt wrong must not be taken for none.
        if (document instanceof JsonObject object
                && Set.of(OPERATIONS, CONDITION).containsAll(object.members().keySet())
                && object.get(OPERATIONS) instanceof JsonArray operations) {
            return patch(operations, object.get(CONDITION));
        }
        throw PatchErrors.syntax();
    }

    private static Patch patch(JsonArray operations, @Nullable JsonValue condition) {
        if (operations.elements().size() > Patch.OPERATIONS_MAX) {
            throw PatchErrors.tooMany(Patch.OPERATIONS_MAX);
        }
        List<PatchOperation> read = new ArrayList<>();
        for (JsonValue element : operations.elements()) {
            read.add(operation(element));
        }
        if (condition == null || condition instanceof JsonNull) {
            return new Patch(read, null);
        }
        if (condition instanceof JsonString text) {
            return new Patch(read, text.value());
        }
        throw PatchErrors.syntax();
    }

    private static PatchOperation operation(JsonValue element) {
        if (element instanceof JsonObject object
                && object.get("op") instanceof JsonString name
                && object.get("path") instanceof JsonString path) {
            PatchOperation.Kind kind = PatchOperation.Kind.ofWireName(name.value());
            // Some clients send a value where none is needed.
            JsonValue value = kind != null && kind.needsValue() ? object.get("value") : null;
            if (kind == PatchOperation.Kind.MOVE && object.get("from") instanceof JsonString from) {
                return new PatchOperation(kind, PatchPath.parse(path.value()), PatchPath.parse(from.value()), null);
            }
            boolean complete = kind == PatchOperation.Kind.INCREMENT ? value instanceof JsonNumber : value != null;
            if (kind == PatchOperation.Kind.REMOVE || (kind != null && kind != PatchOperation.Kind.MOVE && complete)) {
                return new PatchOperation(kind, PatchPath.parse(path.value()), null, value);
            }
        }
        throw PatchErrors.syntax();
    }
}
