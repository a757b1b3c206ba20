package org.mayflydb.query.access;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.index.ValueCode;
import org.mayflydb.index.ValueType;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * A value that an item is sorted by, as far as sorting needs it: of arrays and objects only the hash.
 *
 * @param outline the value, or an empty array or object in its place; null if undefined
 * @param code the bytes by which it sorts
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SortValue(@Nullable JsonValue outline, byte[] code) {
    private static final int HASH_BYTES = 16;

    static SortValue of(@Nullable JsonValue value) {
        JsonValue outline = value;
        if (value instanceof JsonArray) {
            outline = new JsonArray(List.of());
        } else if (value instanceof JsonObject) {
            outline = JsonObject.empty();
        }
        return new SortValue(outline, ValueCode.whole(value));
    }

    private static SortValue hashed(JsonValue outline, byte[] hash) {
        ValueType type = outline instanceof JsonArray ? ValueType.ARRAY : ValueType.OBJECT;
        return new SortValue(outline, ValueCode.hashed(type, hash));
    }

    /** The form in continuations. */
    public JsonArray toJson() {
        if (outline == null) {
            return new JsonArray(List.of());
        }
        boolean hashed = outline instanceof JsonArray || outline instanceof JsonObject;
        return hashed
                ? JsonArray.of(outline, new JsonString(HexFormat.of().formatHex(code, 1, code.length)))
                : JsonArray.of(outline);
    }

    /** Reads what {@link #toJson} wrote; null if it did not. */
    public static @Nullable SortValue fromJson(JsonValue json) {
        if (!(json instanceof JsonArray array)) {
            return null;
        }
        List<JsonValue> parts = array.elements();
        if (parts.size() < 2) {
            return of(parts.isEmpty() ? null : parts.get(0));
        }
        return parts.get(1) instanceof JsonString hex
                ? hashed(parts.get(0), HexFormat.of().parseHex(hex.value()))
                : null;
    }

    /** Reads what clients resume at: an empty array is undefined, an object names the hash of an array or an object. */
    static SortValue resumed(JsonValue given) {
        if (given instanceof JsonArray array) {
            if (!array.elements().isEmpty()) {
                throw invalid(given);
            }
            return of(null);
        }
        if (!(given instanceof JsonObject object)) {
            return of(given);
        }
        if (!(object.get("type") instanceof JsonString type)) {
            throw invalid(given);
        }
        byte[] hash = ByteBuffer.allocate(HASH_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(word(object, "low"))
                .putLong(word(object, "high"))
                .array();
        return switch (type.value()) {
            case "array" -> hashed(new JsonArray(List.of()), hash);
            case "object" -> hashed(JsonObject.empty(), hash);
            default -> throw invalid(given);
        };
    }

    private static long word(JsonObject object, String name) {
        if (object.get(name) instanceof JsonNumber number) {
            try {
                return Long.parseLong(number.text());
            } catch (NumberFormatException notWhole) {
                throw invalid(object);
            }
        }
        throw invalid(object);
    }

    private static BadRequestException invalid(JsonValue given) {
        return new BadRequestException("A value of 'resumeFilter' is invalid: " + given);
    }
}
