package org.mayflydb.server.entra;

import org.mayflydb.base.FailureCode;
import org.mayflydb.base.ForbiddenException;
import org.mayflydb.server.auth.DataAction;
import org.mayflydb.server.auth.Principal;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.WireRequest;

/** Compares what a request needs with what its sender is granted, and refuses the rest with 403, in Azure's words. */
final class EntraRules {
    private static final String LEARN_MORE = " Learn more: https://aka.ms/cosmos-native-rbac.";
    private static final String GROUPS =
            "This could be because the user's group memberships were not present in the AAD token.";

    private final RequestScopes scopes;

    EntraRules(RequestScopes scopes) {
        this.scopes = scopes;
    }

    /** @throws ForbiddenException if the request needs more */
    Principal.Directory check(TokenHolder holder, WireRequest request, ResourceAddress address) {
        NeededActions needed = NeededActions.of(request, address);
        switch (needed.kind()) {
            case CONTROL_PLANE ->
                throw new ForbiddenException(
                        FailureCode.NOT_FOR_TOKENS,
                        "The given request [" + request.verb() + " " + request.path()
                                + "] cannot be authorized by AAD token in data plane." + LEARN_MORE);
            case ACCOUNT -> {
                if (!holder.grants().allowsSomewhere(DataAction.READ_METADATA)) {
                    throw missing(FailureCode.METADATA_ACTION_MISSING, holder, DataAction.READ_METADATA, "/");
                }
            }
            case METADATA, DATA, BATCH -> needed.actions().forEach(action -> check(holder, action, address));
        }
        return new Principal.Directory(action -> check(holder, action, address));
    }

    private void check(TokenHolder holder, DataAction action, ResourceAddress address) {
        if (holder.grants().allows(action, DataScope.ACCOUNT)) {
            return;
        }
        DataScope scope = scopes.of(address);
        if (scope == null) {
            throw new ForbiddenException(
                    FailureCode.TOKEN_RID_UNRESOLVED,
                    "Request is blocked because the resource id in [" + resource(address) + "] cannot be resolved."
                            + LEARN_MORE);
        }
        if (!holder.grants().allows(action, scope)) {
            FailureCode code = action == DataAction.READ_METADATA
                    ? FailureCode.METADATA_ACTION_MISSING
                    : scopes.isByResourceId(address)
                            ? FailureCode.DATA_ACTION_MISSING_BY_RID
                            : FailureCode.DATA_ACTION_MISSING;
            throw missing(code, holder, action, resource(address));
        }
    }

    /** What a message calls the resource: the container, the database, or the account. */
    private static String resource(ResourceAddress address) {
        int segments = Math.min(2 * address.depth(), 4);
        return segments == 0 ? "/" : String.join("/", address.segments().subList(0, segments));
    }

    private static ForbiddenException missing(
            FailureCode code, TokenHolder holder, DataAction action, String resource) {
        return new ForbiddenException(
                code,
                "Request is blocked because principal [" + holder.objectId()
                        + "] does not have required RBAC permissions to perform action [" + action.wireName()
                        + "] on resource [" + resource + "]." + LEARN_MORE + (holder.groupsLeftOut() ? GROUPS : ""));
    }
}
