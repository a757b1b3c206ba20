package org.mayflydb.key;

import org.mayflydb.base.BadRequestException;

/**
 * The ids that a user may choose. An item may have an id that does not fit into a URL, as in Azure: such an item can be
 * queried and written in batches, and in direct mode it can be read.
 */
public final class ItemId {

    /** Longest id of an item, in bytes of UTF-8. */
    public static final int BYTES_MAX = 1023;

    /** Longest id of a database, a container or a script, in characters. */
    public static final int RESOURCE_CHARACTERS_MAX = 255;

    private ItemId() {}

    /** Refuses what cannot be the id of an item. */
    public static void check(String id) {
        if (id.isEmpty() || Utf8Length.of(id) > BYTES_MAX) {
            throw unfit(id, BYTES_MAX + 1);
        }
    }

    /** Refuses what cannot be the id of a database, a container or a script. */
    public static void checkResource(String id) {
        if (id.isEmpty() || id.length() > RESOURCE_CHARACTERS_MAX) {
            throw unfit(id, RESOURCE_CHARACTERS_MAX);
        }
        checkFitsUrl(id);
        Utf8Length.of(id);
    }

    private static void checkFitsUrl(String id) {
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            if (c == '/' || c == '\\' || c == '?' || c == '#') {
                throw refused("it contains one of the characters / \\ ? #");
            }
        }
        char last = id.charAt(id.length() - 1);
        if (last == ' ' || last == '\n' || last == '\r') {
            throw refused("it ends with a space or a newline");
        }
    }

    private static BadRequestException unfit(String id, int max) {
        return new BadRequestException("The input name '" + id
                + "' is invalid. Ensure to provide a unique non-empty string" + " less than '" + max + "' characters.");
    }

    private static BadRequestException refused(String reason) {
        return new BadRequestException("The id is invalid: " + reason + ".");
    }
}
