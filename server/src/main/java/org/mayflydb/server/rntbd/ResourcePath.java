package org.mayflydb.server.rntbd;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.ResourceType;

/** The path that a request would have over HTTP, put together from the names in it, or else from a resource id. */
final class ResourcePath {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final int LEVEL_BYTES = 4;

    private static final Level DATABASE = new Level(ResourceType.DATABASE, RequestToken.DATABASE_NAME);
    private static final Level CONTAINER = new Level(ResourceType.CONTAINER, RequestToken.COLLECTION_NAME);
    private static final Level USER = new Level(ResourceType.USER, RequestToken.USER_NAME);

    /** By the number of the resource's type on the wire: its types from the outermost to its own. */
    private static final Map<Integer, List<Level>> KINDS = Map.of(
            0x0001, List.of(DATABASE),
            0x0002, List.of(DATABASE, CONTAINER),
            0x0003, inContainer(ResourceType.ITEM, RequestToken.DOCUMENT_NAME),
            0x0005, List.of(DATABASE, USER),
            0x0006, List.of(DATABASE, USER, new Level(ResourceType.PERMISSION, RequestToken.PERMISSION_NAME)),
            0x0007, inContainer(ResourceType.STORED_PROCEDURE, RequestToken.STORED_PROCEDURE_NAME),
            0x0008, inContainer(ResourceType.CONFLICT, RequestToken.CONFLICT_NAME),
            0x0009, inContainer(ResourceType.TRIGGER, RequestToken.TRIGGER_NAME),
            0x000A, inContainer(ResourceType.USER_DEFINED_FUNCTION, RequestToken.USER_DEFINED_FUNCTION_NAME),
            0x0016, inContainer(ResourceType.PARTITION_KEY_RANGE, RequestToken.PARTITION_KEY_RANGE_NAME));

    /** One type in a path, and the token with the name of the resource. */
    private record Level(ResourceType type, RequestToken name) {}

    private ResourcePath() {}

    private static List<Level> inContainer(ResourceType type, RequestToken name) {
        return List.of(DATABASE, CONTAINER, new Level(type, name));
    }

    /**
     * The path, percent-encoded.
     *
     * @param ofList whether the list of such resources is meant and not one
     * @return null if the request does not name what it is about, or a kind of resource that clients do not ask for
     */
    static @Nullable String of(int resourceType, boolean ofList, HeadTokens tokens) {
        List<Level> levels = KINDS.get(resourceType);
        if (levels == null) {
            return null;
        }
        byte[] rid = tokens.has(RequestToken.DATABASE_NAME.id()) ? null : tokens.bytes(RequestToken.RESOURCE_ID.id());
        StringBuilder path = new StringBuilder(64);
        for (int i = 0; i < levels.size(); i++) {
            Level level = levels.get(i);
            path.append('/').append(level.type.segment());
            if (ofList && i == levels.size() - 1) {
                return path.toString();
            }
            String name = rid == null ? tokens.text(level.name.id(), NumberForm.PLAIN) : ridText(rid, i, levels.size());
            if (name == null || name.isEmpty()) {
                return null;
            }
            append(path.append('/'), name);
        }
        return path.toString();
    }

    /** A resource id begins with that of what owns it: 4 bytes for a database, 8 for a container or a user. */
    private static @Nullable String ridText(byte[] rid, int level, int levels) {
        int length = level < 2 ? LEVEL_BYTES * (level + 1) : rid.length;
        boolean whole = level == levels - 1;
        if (rid.length < length || (level == 2 && rid.length <= 2 * LEVEL_BYTES) || (whole && rid.length != length)) {
            return null;
        }
        return Base64.getEncoder().encodeToString(Arrays.copyOf(rid, length)).replace('/', '-');
    }

    private static void append(StringBuilder path, String name) {
        for (int i = 0; i < name.length(); i++) {
            if (!isPlain(name.charAt(i))) {
                appendEncoded(path, name.substring(i));
                return;
            }
            path.append(name.charAt(i));
        }
    }

    private static void appendEncoded(StringBuilder path, String name) {
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            if (isPlain((char) (b & 0xFF))) {
                path.append((char) b);
            } else {
                HEX.toHexDigits(path.append('%'), b);
            }
        }
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '-'
                || c == '_'
                || c == '.'
                || c == '=';
    }
}
