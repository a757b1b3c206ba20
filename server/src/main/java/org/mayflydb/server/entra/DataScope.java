package org.mayflydb.server.entra;

import org.jspecify.annotations.Nullable;

/**
 * A part of the account that a role is assigned for, and which a request is for.
 *
 * @param database null for the whole account
 * @param container null for the whole database
 */
record DataScope(@Nullable String database, @Nullable String container) {
    static final DataScope ACCOUNT = new DataScope(null, null);

    private static final int DATABASE_PARTS = 3;
    private static final int CONTAINER_PARTS = 5;

    /** Reads {@code /}, {@code /dbs/{db}} or {@code /dbs/{db}/colls/{c}}; null if the text is something else. */
    static @Nullable DataScope parse(String text) {
        if (text.equals("/") || text.isEmpty()) {
            return ACCOUNT;
        }
        String[] parts = text.split("/", -1);
        boolean named =
                parts.length >= DATABASE_PARTS && parts[0].isEmpty() && parts[1].equals("dbs") && !parts[2].isEmpty();
        if (named && parts.length == DATABASE_PARTS) {
            return new DataScope(parts[2], null);
        }
        return named && parts.length == CONTAINER_PARTS && parts[3].equals("colls") && !parts[4].isEmpty()
                ? new DataScope(parts[2], parts[4])
                : null;
    }

    /** Returns true if the other scope is this one or a part of it. */
    boolean includes(DataScope other) {
        return database == null
                || (database.equals(other.database) && (container == null || container.equals(other.container)));
    }
}
