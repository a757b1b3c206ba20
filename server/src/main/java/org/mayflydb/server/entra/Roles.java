package org.mayflydb.server.entra;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.mayflydb.server.auth.DataAction;

/** Which roles are assigned to whom. Immutable. */
final class Roles {
    static final Roles NONE = new Roles(Map.of());

    private final Map<String, List<Grants.Grant>> byPrincipal;

    /**
     * A role.
     *
     * @param id as assignments call it
     * @param assignableScopes an assignment must be for one of them or for a part of one
     */
    record Definition(String id, String name, Set<DataScope> assignableScopes, Set<DataAction> actions) {
        boolean isAssignable(DataScope scope) {
            return assignableScopes.stream().anyMatch(each -> each.includes(scope));
        }
    }

    /** @param byPrincipal by the object id of a user, an application or a group, in lower case */
    Roles(Map<String, List<Grants.Grant>> byPrincipal) {
        this.byPrincipal = Map.copyOf(byPrincipal);
    }

    /** What a principal may do, and the groups that it is a member of. */
    Grants of(String objectId, Collection<String> groups) {
        List<Grants.Grant> grants = new ArrayList<>(granted(objectId));
        groups.forEach(group -> grants.addAll(granted(group)));
        return new Grants(grants);
    }

    private List<Grants.Grant> granted(String principal) {
        return byPrincipal.getOrDefault(principal.toLowerCase(Locale.ROOT), List.of());
    }
}
