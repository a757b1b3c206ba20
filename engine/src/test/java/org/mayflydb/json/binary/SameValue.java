package org.mayflydb.json.binary;

import java.util.ArrayList;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/** Compares values as strictly as binary JSON keeps them: whole numbers exactly, others as doubles, members in order. */
public final class SameValue {
    private SameValue() {}

    public static boolean same(JsonValue one, JsonValue other) {
        if (one instanceof JsonNumber number && other instanceof JsonNumber second) {
            return sameNumber(number, second);
        }
        if (one instanceof JsonArray array && other instanceof JsonArray second) {
            int size = array.elements().size();
            boolean same = size == second.elements().size();
            for (int i = 0; i < size && same; i++) {
                same = same(array.elements().get(i), second.elements().get(i));
            }
            return same;
        }
        if (one instanceof JsonObject object && other instanceof JsonObject second) {
            return new ArrayList<>(object.members().keySet())
                            .equals(new ArrayList<>(second.members().keySet()))
                    && same(
                            new JsonArray(new ArrayList<>(object.members().values())),
                            new JsonArray(new ArrayList<>(second.members().values())));
        }
        return one.equals(other);
    }

    private static boolean sameNumber(JsonNumber one, JsonNumber other) {
        Long whole = one.exactLong();
        Long otherWhole = other.exactLong();
        if (whole != null && otherWhole != null && whole != 0) {
            return whole.equals(otherWhole);
        }
        return Double.compare(one.doubleValue(), other.doubleValue()) == 0;
    }
}
