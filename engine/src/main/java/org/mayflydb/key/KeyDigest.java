package org.mayflydb.key;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The first half of SHA-256 over a partition key, or its first levels. Unlike the hash that places a key, it cannot be made to
 * collide, so it tells keys apart that have the same hash.
 *
 * <p>What is digested, for each component: 0 undefined, 1 null, 2 false, 3 true, 5 and the eight bytes of a double, or 8 and a
 * string, each UTF-16 unit as UTF-8 encodes a character, and {@code FF}. Unlike UTF-8 this keeps unpaired surrogates.
 */
public final class KeyDigest {
    public static final int BYTES = 16;

    private static final byte STRING_END = (byte) 0xFF;

    /** Cloned for each digest, which is faster than asking the provider. */
    private static final MessageDigest SHA_256 = sha256();

    private final byte[] bytes;

    private KeyDigest(byte[] bytes) {
        this.bytes = bytes;
    }

    public static KeyDigest of(PartitionKey key) {
        return new KeyDigest(Arrays.copyOf(newDigest().digest(input(key)), BYTES));
    }

    /** The digest with these bytes, which the caller does not change afterwards. */
    public static KeyDigest wrap(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a key digest has " + BYTES + " bytes, not " + bytes.length);
        }
        return new KeyDigest(bytes);
    }

    /** The digest itself; not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns true if these bytes begin with the digest at an offset. */
    public boolean isAt(byte[] source, int offset) {
        return Arrays.equals(bytes, 0, BYTES, source, offset, offset + BYTES);
    }

    private static byte[] input(PartitionKey key) {
        if (key.size() == 1) {
            return input(key.components().get(0));
        }
        byte[] all = {};
        for (KeyComponent component : key.components()) {
            byte[] input = input(component);
            int length = all.length;
            all = Arrays.copyOf(all, length + input.length);
            System.arraycopy(input, 0, all, length, input.length);
        }
        return all;
    }

    private static byte[] input(KeyComponent component) {
        return component instanceof KeyComponent.Text text ? string(text.value()) : HashInput.of(component, STRING_END);
    }

    /** Keys are nearly always ASCII: one array, filled in one pass. */
    private static byte[] string(String text) {
        byte[] input = new byte[text.length() + 2];
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit >= 0x80) {
                return encodedString(text);
            }
            input[i + 1] = (byte) unit;
        }
        input[0] = HashInput.STRING;
        input[input.length - 1] = STRING_END;
        return input;
    }

    private static byte[] encodedString(String text) {
        byte[] input = new byte[3 * text.length() + 2];
        input[0] = HashInput.STRING;
        int end = 1;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit < 0x80) {
                input[end++] = (byte) unit;
            } else if (unit < 0x800) {
                input[end++] = (byte) (0xC0 | (unit >> 6));
                input[end++] = (byte) (0x80 | (unit & 0x3F));
            } else {
                input[end++] = (byte) (0xE0 | (unit >> 12));
                input[end++] = (byte) (0x80 | ((unit >> 6) & 0x3F));
                input[end++] = (byte) (0x80 | (unit & 0x3F));
            }
        }
        input[end++] = STRING_END;
        return Arrays.copyOf(input, end);
    }

    private static MessageDigest newDigest() {
        try {
            return (MessageDigest) SHA_256.clone();
        } catch (CloneNotSupportedException otherProvider) {
            return sha256();
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeyDigest digest && Arrays.equals(bytes, digest.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
