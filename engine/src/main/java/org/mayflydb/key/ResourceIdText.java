package org.mayflydb.key;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Resource ids as text: standard Base64 with padding, where {@code -} stands for {@code /} because of URLs. */
final class ResourceIdText {

    private static final int TEXT_LENGTH_MAX = 24;

    private ResourceIdText() {}

    static String encode(byte[] bytes) {
        byte[] text = Base64.getEncoder().encode(bytes);
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '/') {
                text[i] = '-';
            }
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    static @Nullable ResourceId decode(String text) {
        if (text.length() > TEXT_LENGTH_MAX || text.length() % 4 != 0 || text.indexOf('/') >= 0) {
            return null;
        }
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(text.replace('-', '/'));
        } catch (IllegalArgumentException noBase64) {
            return null;
        }
        // Base64 leaves spare bits; only the spelling that we would write is a name.
        return encode(bytes).equals(text) ? decode(ByteBuffer.wrap(bytes)) : null;
    }

    private static @Nullable ResourceId decode(ByteBuffer bytes) {
        int length = bytes.remaining();
        if (length == ResourceId.OFFER_BYTES) {
            return ResourceId.offer((bytes.get(0) & 0xff) << 16 | (bytes.get(1) & 0xff) << 8 | (bytes.get(2) & 0xff));
        }
        int database = length >= 4 ? bytes.getInt(0) : 0;
        if (database == 0) {
            return null;
        }
        return switch (length) {
            case 4 -> ResourceId.database(database);
            case 8 -> owned(database, bytes.getInt(4));
            case 16 ->
                inside(
                        database,
                        bytes.getInt(4),
                        bytes.order(ByteOrder.LITTLE_ENDIAN).getLong(8));
            default -> null;
        };
    }

    private static @Nullable ResourceId owned(int database, int number) {
        if (number == 0) {
            return null;
        }
        return new ResourceId(number < 0 ? ResourceId.Kind.CONTAINER : ResourceId.Kind.USER, database, number, 0);
    }

    private static @Nullable ResourceId inside(int database, int owner, long ordinalAndKind) {
        int nibble = (int) (ordinalAndKind >>> 60);
        long ordinal = ordinalAndKind & (-1L >>> 4);
        if (owner < 0) {
            ResourceId.Kind kind = ResourceId.Kind.ofNibble(nibble);
            return kind == null ? null : new ResourceId(kind, database, owner, ordinal);
        }
        if (owner == 0) {
            long number = ordinalAndKind ^ ResourceId.CLIENT_ENCRYPTION_KEY_MARK;
            return number > 0 && number <= Integer.MAX_VALUE
                    ? ResourceId.database(database).clientEncryptionKey((int) number)
                    : null;
        }
        return owner > 0 && nibble == 0 ? new ResourceId(ResourceId.Kind.PERMISSION, database, owner, ordinal) : null;
    }
}
