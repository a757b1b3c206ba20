package org.mayflydb.patch;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonText;
import org.mayflydb.json.JsonValue;

/**
 * One operation of a patch, applied to a tree. Trees do not change: what is on the way to the place is made anew, the rest is
 * shared.
 */
final class TreeChange {
    /** Stands for the place behind the last element. */
    private static final String BEHIND_LAST = "-";

    /** No array has more elements than an item has bytes, so longer indexes need no reading. */
    private static final int INDEX_DIGITS_MAX = 9;

    private final PatchOperation operation;
    private final int number;

    /** @param number of the operation in its patch, counted from 1 */
    TreeChange(PatchOperation operation, int number) {
        this.operation = operation;
        this.number = number;
    }

    JsonValue apply(JsonValue item) {
        PatchPath from = operation.from();
        PatchPath path = operation.path();
        if (from == null) {
            checkDepth(path, operation.value());
            return changed(item, operation.kind(), path, 0, operation.value());
        }
        JsonValue moved = find(item, from);
        checkDepth(path, moved);
        if (from.includes(path)) {
            if (from.equals(path)) {
                return item;
            }
            throw fault("The path of a move cannot be inside of what is moved: '" + path + "'.");
        }
        return changed(
                changed(item, PatchOperation.Kind.REMOVE, from, 0, null), PatchOperation.Kind.ADD, path, 0, moved);
    }

    /** Here already, because operations could heap value on value until nobody can write the outcome. */
    private void checkDepth(PatchPath path, @Nullable JsonValue value) {
        if (path.segments().size() + depth(value) > JsonText.NESTING_DEPTH_MAX) {
            throw fault("The item would be nested deeper than " + JsonText.NESTING_DEPTH_MAX + " levels.");
        }
    }

    private static int depth(@Nullable JsonValue value) {
        int inner = 0;
        if (value instanceof JsonObject object) {
            for (JsonValue member : object.members().values()) {
                inner = Math.max(inner, depth(member));
            }
            return 1 + inner;
        }
        if (value instanceof JsonArray array) {
            for (JsonValue element : array.elements()) {
                inner = Math.max(inner, depth(element));
            }
            return 1 + inner;
        }
        return 0;
    }

    private JsonValue find(JsonValue item, PatchPath path) {
        JsonValue found = item;
        for (String segment : path.segments()) {
            found = child(found, segment);
            if (found == null) {
                throw fault("Node(" + path + ") to be removed is absent.");
            }
        }
        return found;
    }

    private static @Nullable JsonValue child(JsonValue node, String segment) {
        if (node instanceof JsonObject object) {
            return object.get(segment);
        }
        if (node instanceof JsonArray array) {
            int index = index(segment);
            return index >= 0 && index < array.elements().size()
                    ? array.elements().get(index)
                    : null;
        }
        return null;
    }

    /** The node with the change made below it; {@code depth} is how many segments lead to the node. */
    private JsonValue changed(
            JsonValue node, PatchOperation.Kind kind, PatchPath path, int depth, @Nullable JsonValue value) {
        String segment = path.segments().get(depth);
        boolean last = depth == path.segments().size() - 1;
        if (!last) {
            JsonValue inner = child(node, segment);
            if (inner == null) {
                throw noWay(node, kind, segment);
            }
            return with(node, segment, changed(inner, kind, path, depth + 1, value));
        }
        if (node instanceof JsonObject object) {
            return changed(object, kind, segment, value);
        }
        if (node instanceof JsonArray array) {
            return changed(array, kind, segment, value);
        }
        throw noWay(node, kind, segment);
    }

    private static JsonValue with(JsonValue node, String segment, JsonValue inner) {
        if (node instanceof JsonObject object) {
            return object.with(segment, inner);
        }
        List<JsonValue> elements = new ArrayList<>(((JsonArray) node).elements());
        elements.set(index(segment), inner);
        return new JsonArray(elements);
    }

    private JsonValue changed(JsonObject object, PatchOperation.Kind kind, String name, @Nullable JsonValue value) {
        JsonValue present = object.get(name);
        return switch (kind) {
            case ADD, SET, MOVE -> object.with(name, given(value));
            case REPLACE -> {
                if (present == null) {
                    throw fault("Node(" + name + ") to be replaced is absent.");
                }
                yield object.with(name, given(value));
            }
            case REMOVE -> {
                if (present == null) {
                    throw absent(name);
                }
                yield object.without(name);
            }
            case INCREMENT -> object.with(name, present == null ? given(value) : sum(name, present, given(value)));
        };
    }

    private JsonValue changed(JsonArray array, PatchOperation.Kind kind, String segment, @Nullable JsonValue value) {
        List<JsonValue> elements = new ArrayList<>(array.elements());
        boolean mayAppend = kind == PatchOperation.Kind.ADD || kind == PatchOperation.Kind.SET;
        int index = segment.equals(BEHIND_LAST) && mayAppend ? elements.size() : index(segment);
        int indexMax = mayAppend ? elements.size() : elements.size() - 1;
        if (index < 0 || index > indexMax) {
            throw fault("Index(" + segment + ") to operate on is out of array bounds.");
        }
        switch (kind) {
            case ADD, MOVE -> elements.add(index, given(value));
            case SET, REPLACE -> {
                if (index == elements.size()) {
                    elements.add(given(value));
                } else {
                    elements.set(index, given(value));
                }
            }
            case REMOVE -> elements.remove(index);
            case INCREMENT -> elements.set(index, sum(segment, elements.get(index), given(value)));
        }
        return new JsonArray(elements);
    }

    /** Whole numbers stay whole as long as 64 bits hold them. */
    private JsonValue sum(String name, JsonValue present, JsonValue amount) {
        if (!(present instanceof JsonNumber first)) {
            throw fault("Node(" + name + ") is not a number.");
        }
        JsonNumber second = (JsonNumber) amount;
        Long one = first.exactLong();
        Long other = second.exactLong();
        if (one != null && other != null) {
            long sum = one + other;
            boolean wrapped = ((one ^ sum) & (other ^ sum)) < 0;
            if (!wrapped) {
                return JsonNumber.of(sum);
            }
        }
        double sum = first.doubleValue() + second.doubleValue();
        if (!Double.isFinite(sum)) {
            throw fault("Node(" + name + ") would be beyond all numbers.");
        }
        return JsonNumber.of(sum);
    }

    /** The index that the segment is, -1 if it is none. */
    private static int index(String segment) {
        boolean digits = !segment.isEmpty() && segment.chars().allMatch(c -> c >= '0' && c <= '9');
        boolean plain = digits && segment.length() <= INDEX_DIGITS_MAX;
        return plain && (segment.length() == 1 || segment.charAt(0) != '0') ? Integer.parseInt(segment) : -1;
    }

    private static JsonValue given(@Nullable JsonValue value) {
        return Invariant.present(value, "an operation that puts something has it");
    }

    private BadRequestException noWay(JsonValue node, PatchOperation.Kind kind, String segment) {
        if (node instanceof JsonArray) {
            return fault("Index(" + segment + ") to operate on is out of array bounds.");
        }
        return switch (kind) {
            case REPLACE -> fault("Node(" + operation.path() + ") to be replaced is absent.");
            case REMOVE -> absent(operation.path().toString());
            case ADD, SET, INCREMENT, MOVE ->
                fault((kind == PatchOperation.Kind.ADD ? "Add" : "Given")
                        + " Operation can only create a child object of an existing node(array or object)"
                        + " and cannot create path recursively, no path found beyond: '" + segment + "'.");
        };
    }

    private BadRequestException absent(String what) {
        return fault("Node(" + what + ") to be removed is absent. Note: it may also have been removed earlier in the"
                + " transaction.");
    }

    private BadRequestException fault(String complaint) {
        return PatchErrors.operation(number, complaint);
    }
}
