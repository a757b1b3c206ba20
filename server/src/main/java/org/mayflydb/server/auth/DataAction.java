package org.mayflydb.server.auth;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The actions that a role allows, by their names in Azure. */
public enum DataAction {
    READ_METADATA("readMetadata"),
    CREATE("sqlDatabases/containers/items/create"),
    READ("sqlDatabases/containers/items/read"),
    REPLACE("sqlDatabases/containers/items/replace"),
    UPSERT("sqlDatabases/containers/items/upsert"),
    DELETE("sqlDatabases/containers/items/delete"),
    EXECUTE_QUERY("sqlDatabases/containers/executeQuery"),
    READ_CHANGE_FEED("sqlDatabases/containers/readChangeFeed"),
    EXECUTE_STORED_PROCEDURE("sqlDatabases/containers/executeStoredProcedure"),
    MANAGE_CONFLICTS("sqlDatabases/containers/manageConflicts");

    private static final String PREFIX = "Microsoft.DocumentDB/databaseAccounts/";
    private static final String ITEMS = PREFIX + "sqlDatabases/containers/items/";
    private static final String CONTAINERS = PREFIX + "sqlDatabases/containers/";

    private final String wireName;

    DataAction(String name) {
        this.wireName = PREFIX + name;
    }

    /** As in role definitions and messages. */
    public String wireName() {
        return wireName;
    }

    /**
     * The actions that a role definition means; null if there are none of that name. The wildcard for containers does not
     * include items: the roles of Azure name both.
     */
    public static @Nullable Set<DataAction> named(String name) {
        Set<DataAction> named = EnumSet.noneOf(DataAction.class);
        for (DataAction action : values()) {
            boolean isOfItems = action.wireName.startsWith(ITEMS);
            if (action.wireName.equalsIgnoreCase(name)
                    || (isOfItems && name.equalsIgnoreCase(ITEMS + "*"))
                    || (action.wireName.startsWith(CONTAINERS)
                            && !isOfItems
                            && name.equalsIgnoreCase(CONTAINERS + "*"))) {
                named.add(action);
            }
        }
        return named.isEmpty() ? null : named;
    }
}
