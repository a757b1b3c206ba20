package org.mayflydb.item.record;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import org.mayflydb.catalog.UniqueKeyPolicy;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.DocumentPath;

/**
 * The values that an item has under the unique keys of its container, each key's values together as a digest of fixed
 * length. Numbers that are equal have the same digest. A missing value counts as null, so only one item may lack it.
 */
public final class UniqueValues {
    /** Half of SHA-256: two different values never meet by chance or by design. */
    private static final int DIGEST_BYTES = 16;

    private UniqueValues() {}

    /** The digest for each unique key, in the order of the policy. */
    public static List<UniqueDigest> digests(UniqueKeyPolicy policy, JsonObject item) {
        List<UniqueDigest> digests = new ArrayList<>();
        for (UniqueKeyPolicy.UniqueKey key : policy.uniqueKeys()) {
            List<byte[]> forms = new ArrayList<>();
            forms.add(digest(text(key, item, UniqueNumber::canonical)));
            if (hasShorterNumber(key, item)) {
                forms.add(digest(text(key, item, UniqueNumber::shortest)));
            }
            digests.add(new UniqueDigest(forms));
        }
        return digests;
    }

    private static boolean hasShorterNumber(UniqueKeyPolicy.UniqueKey key, JsonObject item) {
        return key.paths().stream()
                .anyMatch(path ->
                        path.find(item) instanceof JsonNumber number && UniqueNumber.hasShorter(number.doubleValue()));
    }

    /** The values of a key, each on a line of its own: a line break cannot occur in compact JSON. */
    private static String text(UniqueKeyPolicy.UniqueKey key, JsonObject item, DoubleFunction<String> numbers) {
        StringBuilder text = new StringBuilder();
        for (DocumentPath path : key.paths()) {
            JsonValue value = path.find(item);
            if (value instanceof JsonNumber number) {
                text.append(numbers.apply(number.doubleValue()));
            } else {
                text.append(value == null ? "null" : value);
            }
            text.append('\n');
        }
        return text.toString();
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
