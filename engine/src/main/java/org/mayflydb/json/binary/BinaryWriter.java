package org.mayflydb.json.binary;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * Writes values in forms that every client reads and that are quickly made. Only the names of members are written as references,
 * and only in items, of which a page has many with the same names.
 */
final class BinaryWriter {
    /** Clients read no more. */
    private static final int NESTING_DEPTH_MAX = 256;

    /** Rows are in an array, which is in an object: a page of a response. */
    private static final int ROW_DEPTH = 2;

    /** In a shorter text names are not often found again. */
    private static final int SHARING_BYTES_MIN = 4096;

    /** How long a container will be is not known. */
    private static final int LENGTH_SIZE = 4;

    private final BinaryBuffer out = new BinaryBuffer();
    private final BinaryText texts = new BinaryText(out);
    private @Nullable SharedNames names;
    private boolean expressible = true;

    private BinaryWriter() {
        out.put(Marker.FORMAT);
    }

    static byte @Nullable [] write(JsonValue value) {
        BinaryWriter writer = new BinaryWriter();
        writer.value(value, 0, true);
        return writer.finish();
    }

    static byte @Nullable [] writeText(byte[] compactText) {
        BinaryWriter writer = new BinaryWriter();
        writer.expressible =
                writer.texts.write(compactText, 0, compactText.length < SHARING_BYTES_MIN ? null : new SharedNames());
        return writer.finish();
    }

    private byte @Nullable [] finish() {
        if (!expressible) {
            out.release();
            return null;
        }
        return out.finish();
    }

    /**
     * @param stays whether what is written stays where it is, so that it can be referred to
     */
    private void value(JsonValue value, int depth, boolean stays) {
        if (value instanceof JsonString string) {
            expressible &= texts.string(string.value());
        } else if (value instanceof JsonNumber number) {
            number(number);
        } else if (value instanceof JsonObject object) {
            object(object, depth, stays);
        } else if (value instanceof JsonArray array) {
            array(array, depth, stays);
        } else if (value instanceof JsonBoolean truth) {
            out.put(truth.value() ? Marker.TRUE : Marker.FALSE);
        } else {
            out.put(Marker.NULL);
        }
    }

    private void number(JsonNumber number) {
        Long whole = number.exactLong();
        double real = number.doubleValue();
        if (whole != null && (whole != 0 || Double.doubleToRawLongBits(real) == 0)) {
            out.putLong(whole);
        } else {
            expressible &= Double.isFinite(real);
            out.putDouble(real);
        }
    }

    private void object(JsonObject object, int depth, boolean stays) {
        byte[] text = object.knownText();
        if (text != null) {
            expressible &= texts.write(text, depth, stays ? names : null);
            return;
        }
        if (isTooDeep(depth)) {
            return;
        }
        if (object.members().isEmpty()) {
            out.put(Marker.OBJECT_EMPTY);
            return;
        }
        boolean holdsItems = stays && (depth < ROW_DEPTH || holdsText(object));
        int start = out.begin(LENGTH_SIZE);
        for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
            expressible &= texts.string(member.getKey());
            value(member.getValue(), depth + 1, holdsItems);
        }
        end(start, Marker.OBJECT_1, holdsItems);
    }

    /** Whether an item is a member, as it is of a row that some clients sort. */
    private static boolean holdsText(JsonObject object) {
        for (JsonValue member : object.members().values()) {
            if (member instanceof JsonObject inner && inner.knownText() != null) {
                return true;
            }
        }
        return false;
    }

    private void array(JsonArray array, int depth, boolean stays) {
        if (isTooDeep(depth)) {
            return;
        }
        if (array.elements().isEmpty()) {
            out.put(Marker.ARRAY_EMPTY);
            return;
        }
        boolean holdsRows = stays && depth < ROW_DEPTH;
        if (holdsRows && array.elements().size() > 1) {
            names = new SharedNames();
        }
        int start = out.begin(LENGTH_SIZE);
        for (JsonValue element : array.elements()) {
            value(element, depth + 1, holdsRows);
        }
        end(start, Marker.ARRAY_1, holdsRows);
    }

    private void end(int start, int marker, boolean stays) {
        if (stays) {
            out.end(start, LENGTH_SIZE, marker);
        } else {
            out.endShort(start, marker);
        }
    }

    private boolean isTooDeep(int depth) {
        expressible &= depth < NESTING_DEPTH_MAX;
        return !expressible;
    }
}
