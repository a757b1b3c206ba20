package org.mayflydb.query.function;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonOrder;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * HASH: a number that is the same for equal values, on every machine and after every restart. It stays below 2^53, so
 * that no client reads it as a rounded double; with a second argument it stays below that.
 */
final class HashFunction {
    private static final int BITS = 53;

    private HashFunction() {}

    static List<BuiltIn> functions() {
        return List.of(FunctionShapes.metered("HASH", 1, 2, HashFunction::call));
    }

    private static @Nullable JsonValue call(@Nullable JsonValue[] arguments, Meter meter) {
        JsonValue value = arguments[0];
        Cost.payDeep(value, meter);
        Long modulus = Arguments.wholeOr(arguments, 1, Long.MAX_VALUE);
        return value == null || modulus == null || modulus <= 0
                ? null
                : JsonNumber.of((hash(value) >>> (Long.SIZE - BITS)) % modulus);
    }

    private static long hash(JsonValue value) {
        long hash = JsonOrder.rank(value);
        if (value instanceof JsonNumber number) {
            hash = mix(hash, Double.doubleToLongBits(number.doubleValue() + 0.0));
        } else if (value instanceof JsonString string) {
            hash = mix(hash, text(string.value()));
        } else if (value instanceof JsonBoolean truth) {
            hash = mix(hash, truth.value() ? 1 : 0);
        } else if (value instanceof JsonArray array) {
            for (JsonValue element : array.elements()) {
                hash = mix(hash, hash(element));
            }
        } else if (value instanceof JsonObject object) {
            long members = 0;
            for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
                // A sum, because the order of members is nothing that makes objects differ.
                members += mix(hash(member.getValue()), text(member.getKey()));
            }
            hash = mix(hash, members);
        }
        return mix(hash, 0);
    }

    private static long text(String text) {
        long hash = text.length();
        for (int i = 0; i < text.length(); i++) {
            hash = mix(hash, text.charAt(i));
        }
        return hash;
    }

    /** The finishing steps of MurmurHash3, over the sum of both. */
    private static long mix(long hash, long next) {
        long mixed = hash * 31 + next;
        mixed = (mixed ^ (mixed >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ (mixed >>> 33);
    }
}
