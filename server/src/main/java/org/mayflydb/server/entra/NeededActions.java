package org.mayflydb.server.entra;

import java.util.EnumSet;
import java.util.Set;
import org.mayflydb.server.auth.DataAction;
import org.mayflydb.server.auth.RequestEffect;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;

/**
 * What a request needs.
 *
 * @param actions all of them; empty except for {@link Kind#METADATA} and {@link Kind#DATA}
 */
record NeededActions(Kind kind, Set<DataAction> actions) {
    private static final NeededActions CONTROL_PLANE = new NeededActions(Kind.CONTROL_PLANE, Set.of());
    private static final NeededActions ACCOUNT = new NeededActions(Kind.ACCOUNT, Set.of());
    private static final NeededActions BATCH = new NeededActions(Kind.BATCH, Set.of());
    private static final NeededActions METADATA =
            new NeededActions(Kind.METADATA, EnumSet.of(DataAction.READ_METADATA));

    /** What decides. */
    enum Kind {
        /** No role allows it. */
        CONTROL_PLANE,
        /** Clients do it before anything else, so any role that reads metadata anywhere allows it. */
        ACCOUNT,
        METADATA,
        DATA,
        /** Each operation needs an action of its own. */
        BATCH
    }

    /** The table of all requests. What is in no row is not for tokens. */
    static NeededActions of(WireRequest request, ResourceAddress address) {
        boolean reads = RequestEffect.of(request, address) == RequestEffect.READ;
        if (address.isAccount()) {
            return reads ? ACCOUNT : CONTROL_PLANE;
        }
        if (ResourceAddress.parse(request.path()).type() == ResourceType.ADDRESS) {
            return !reads ? CONTROL_PLANE : address.depth() == 0 ? ACCOUNT : METADATA;
        }
        ResourceType type = address.type();
        if (type == null) {
            return CONTROL_PLANE;
        }
        return switch (type) {
            case DATABASE, CONTAINER, PARTITION_KEY_RANGE, CLIENT_ENCRYPTION_KEY -> reads ? METADATA : CONTROL_PLANE;
            case ITEM -> ofItems(request, address);
            case OPERATION -> data(DataAction.DELETE);
            case CONFLICT -> data(DataAction.MANAGE_CONFLICTS);
            case STORED_PROCEDURE ->
                request.verb() == Verb.POST && !address.isFeed()
                        ? data(DataAction.EXECUTE_STORED_PROCEDURE)
                        : CONTROL_PLANE;
            case TRIGGER, USER_DEFINED_FUNCTION, USER, PERMISSION, OFFER, ATTACHMENT, ADDRESS -> CONTROL_PLANE;
        };
    }

    /** As the route for items tells requests apart. */
    private static NeededActions ofItems(WireRequest request, ResourceAddress address) {
        return switch (request.verb()) {
            case GET -> data(address.isFeed() ? DataAction.READ_CHANGE_FEED : DataAction.READ);
            case HEAD -> METADATA;
            case PUT, PATCH -> data(DataAction.REPLACE);
            case DELETE -> data(DataAction.DELETE);
            case POST -> {
                if (request.isQueryPlan()) {
                    yield data(DataAction.EXECUTE_QUERY);
                } else if (request.isBatch()) {
                    yield BATCH;
                } else if (request.isQuery()) {
                    yield new NeededActions(
                            Kind.DATA, EnumSet.of(DataAction.EXECUTE_QUERY, DataAction.READ_CHANGE_FEED));
                }
                yield data(request.flag(WireHeaders.IS_UPSERT) ? DataAction.UPSERT : DataAction.CREATE);
            }
        };
    }

    private static NeededActions data(DataAction action) {
        return new NeededActions(Kind.DATA, EnumSet.of(action));
    }
}
