package org.mayflydb.query.run;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** About how many bytes a value takes, in memory or as text. */
public final class ValueSize {
    private static final int SCALAR_BYTES = 16;
    private static final int MEMBER_BYTES = 32;

    private ValueSize() {}

    /** The size of the value itself, without what it refers to. */
    public static long shallow(@Nullable JsonValue value) {
        if (value instanceof JsonString string) {
            return (long) SCALAR_BYTES + string.value().length();
        }
        if (value instanceof JsonArray array) {
            return SCALAR_BYTES + 8L * array.elements().size();
        }
        return SCALAR_BYTES;
    }

    /** The size with everything in it, or more than {@code limit} as soon as it is known to be more. */
    public static long deep(@Nullable JsonValue value, long limit) {
        long size = shallow(value);
        if (value instanceof JsonArray array) {
            for (JsonValue element : array.elements()) {
                if (size > limit) {
                    return size;
                }
                size += deep(element, limit - size);
            }
        } else if (value instanceof JsonObject object) {
            Integer known = object.textLength();
            if (known != null) {
                return size + known;
            }
            for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
                if (size > limit) {
                    return size;
                }
                size += MEMBER_BYTES + member.getKey().length() + deep(member.getValue(), limit - size);
            }
        }
        return size;
    }
}
