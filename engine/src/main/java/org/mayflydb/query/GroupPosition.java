package org.mayflydb.query;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Where a group comes among others: a digest of its keys, because keys may be long and continuations must be short. */
final class GroupPosition {
    private static final int BYTES = 16;
    private static final byte UNDEFINED = 0;
    private static final byte NUMBER = 1;
    private static final byte STRING = 2;
    private static final byte ARRAY = 3;
    private static final byte OBJECT = 4;
    private static final byte OTHER = 5;

    private final MessageDigest digest;

    private GroupPosition() {
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Equal keys have the same position, others have not. */
    static byte[] of(List<@Nullable JsonValue> keys) {
        GroupPosition position = new GroupPosition();
        keys.forEach(position::add);
        return Arrays.copyOf(position.digest.digest(), BYTES);
    }

    private void add(@Nullable JsonValue value) {
        if (value == null) {
            digest.update(UNDEFINED);
        } else if (value instanceof JsonNumber number) {
            // Adding zero makes one of both zeros.
            add(
                    NUMBER,
                    ByteBuffer.allocate(Double.BYTES)
                            .putDouble(number.doubleValue() + 0.0)
                            .array());
        } else if (value instanceof JsonString string) {
            add(STRING, string.value().getBytes(StandardCharsets.UTF_16BE));
        } else if (value instanceof JsonArray array) {
            add(ARRAY, length(array.elements().size()));
            array.elements().forEach(this::add);
        } else if (value instanceof JsonObject object) {
            add(OBJECT, length(object.members().size()));
            new TreeMap<>(object.members()).forEach((name, member) -> {
                add(STRING, name.getBytes(StandardCharsets.UTF_16BE));
                add(member);
            });
        } else {
            add(OTHER, value.toBytes());
        }
    }

    private void add(byte type, byte[] content) {
        digest.update(type);
        digest.update(length(content.length));
        digest.update(content);
    }

    private static byte[] length(int length) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
    }
}
