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
 * Writes values in the simplest forms that every client reads: no references, no packed strings. So a part of a document does
 * not depend on where it is.
 */
final class BinaryWriter {
    private static final int BYTES_EXPECTED = 1024;

    /** Clients read no more. */
    private static final int NESTING_DEPTH_MAX = 256;

    /** How long a container will be is not known. */
    private static final int LENGTH_SIZE = 4;

    private final BinaryBuffer out;
    private final BinaryText texts;
    private boolean expressible = true;

    private BinaryWriter(int bytesExpected) {
        out = new BinaryBuffer(bytesExpected);
        texts = new BinaryText(out);
        out.put(Marker.FORMAT);
    }

    static byte @Nullable [] write(JsonValue value) {
        BinaryWriter writer = new BinaryWriter(BYTES_EXPECTED);
        writer.value(value, 0);
        return writer.finish();
    }

    static byte @Nullable [] writeText(byte[] compactText) {
        BinaryWriter writer = new BinaryWriter(compactText.length + 1);
        writer.expressible = writer.texts.write(compactText, 0);
        return writer.finish();
    }

    private byte @Nullable [] finish() {
        return expressible ? out.finish() : null;
    }

    private void value(JsonValue value, int depth) {
        if (value instanceof JsonString string) {
            expressible &= texts.string(string.value());
        } else if (value instanceof JsonNumber number) {
            number(number);
        } else if (value instanceof JsonObject object) {
            object(object, depth);
        } else if (value instanceof JsonArray array) {
            array(array, depth);
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

    private void object(JsonObject object, int depth) {
        byte[] text = object.knownText();
        if (text != null) {
            expressible &= texts.write(text, depth);
            return;
        }
        if (isTooDeep(depth)) {
            return;
        }
        if (object.members().isEmpty()) {
            out.put(Marker.OBJECT_EMPTY);
            return;
        }
        int start = out.begin(LENGTH_SIZE);
        for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
            expressible &= texts.string(member.getKey());
            value(member.getValue(), depth + 1);
        }
        out.end(start, LENGTH_SIZE, Marker.OBJECT_1);
    }

    private void array(JsonArray array, int depth) {
        if (isTooDeep(depth)) {
            return;
        }
        if (array.elements().isEmpty()) {
            out.put(Marker.ARRAY_EMPTY);
            return;
        }
        int start = out.begin(LENGTH_SIZE);
        for (JsonValue element : array.elements()) {
            value(element, depth + 1);
        }
        out.end(start, LENGTH_SIZE, Marker.ARRAY_1);
    }

    private boolean isTooDeep(int depth) {
        expressible &= depth < NESTING_DEPTH_MAX;
        return !expressible;
    }
}
