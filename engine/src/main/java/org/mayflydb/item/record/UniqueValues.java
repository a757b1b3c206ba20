package org.mayflydb.item.record;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.UniqueKeyPolicy;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.DocumentPath;

/**
 * The values that an item has under the unique keys of its container, each key's values together as a digest of fixed
 * length. A missing value counts as null, so only one item may lack it.
 */
public final class UniqueValues {
    /** Half of SHA-256: two different values never meet by chance or by design. */
    private static final int DIGEST_BYTES = 16;

    private UniqueValues() {}

    /** The digest for each unique key, in the order of the policy. */
    public static List<byte[]> digests(UniqueKeyPolicy policy, JsonObject item) {
        List<byte[]> digests = new ArrayList<>();
        for (UniqueKeyPolicy.UniqueKey key : policy.uniqueKeys()) {
            StringBuilder values = new StringBuilder();
            for (DocumentPath path : key.paths()) {
                values.append(canonical(path.find(item))).append('\n');
            }
            digests.add(digest(values.toString()));
        }
        return digests;
    }

    /** Numbers that are equal are written alike; a line break cannot occur in compact JSON. */
    private static String canonical(@Nullable JsonValue value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof JsonNumber number) {
            double canonicalZero = number.doubleValue() + 0.0;
            return Double.toString(canonicalZero);
        }
        return value.toString();
    }

    private static byte[] digest(String values) {
        try {
            byte[] whole = MessageDigest.getInstance("SHA-256").digest(values.getBytes(StandardCharsets.UTF_8));
            return Arrays.copyOf(whole, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
