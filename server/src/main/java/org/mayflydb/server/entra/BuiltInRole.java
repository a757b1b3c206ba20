package org.mayflydb.server.entra;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.mayflydb.server.auth.DataAction;

/** The roles that every account has. */
enum BuiltInRole {
    READER(
            "00000000-0000-0000-0000-000000000001",
            "Cosmos DB Built-in Data Reader",
            EnumSet.of(
                    DataAction.READ_METADATA, DataAction.READ, DataAction.EXECUTE_QUERY, DataAction.READ_CHANGE_FEED)),
    CONTRIBUTOR(
            "00000000-0000-0000-0000-000000000002",
            "Cosmos DB Built-in Data Contributor",
            EnumSet.allOf(DataAction.class));

    private final String id;
    private final String roleName;

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
    private final Set<DataAction> actions;

    BuiltInRole(String id, String roleName, Set<DataAction> actions) {
        this.id = id;
        this.roleName = roleName;
        this.actions = Collections.unmodifiableSet(actions);
    }

    Set<DataAction> actions() {
        return actions;
    }

    Roles.Definition definition() {
        return new Roles.Definition(id, roleName, Set.of(DataScope.ACCOUNT), actions);
    }
}
