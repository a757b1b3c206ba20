package org.mayflydb.server.entra;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.mayflydb.server.auth.DataAction;

/** What one principal may do where. */
record Grants(List<Grant> grants) {
    /** Actions of one role, in the scope that it is assigned for. */
    record Grant(DataScope scope, Set<DataAction> actions) {}

    Grants {
        grants = List.copyOf(grants);
    }

    static Grants everywhere(BuiltInRole role) {
        return new Grants(List.of(new Grant(DataScope.ACCOUNT, role.actions())));
    }

    boolean allows(DataAction action, DataScope scope) {
        for (Grant grant : grants) {
            if (grant.actions.contains(action) && grant.scope.includes(scope)) {
                return true;
            }
        }
        return false;
    }

    boolean allowsSomewhere(DataAction action) {
        for (Grant grant : grants) {
            if (grant.actions.contains(action)) {
                return true;
            }
        }
        return false;
    }

    /** The same without the actions that this role lacks. */
    Grants within(BuiltInRole role) {
        List<Grant> fewer = new ArrayList<>();
        for (Grant grant : grants) {
            Set<DataAction> actions = EnumSet.noneOf(DataAction.class);
            actions.addAll(grant.actions);
            actions.retainAll(role.actions());
            fewer.add(new Grant(grant.scope, actions));
        }
        return new Grants(fewer);
    }
}
