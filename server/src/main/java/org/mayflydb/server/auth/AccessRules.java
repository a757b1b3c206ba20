package org.mayflydb.server.auth;

import java.util.List;
import org.mayflydb.base.ForbiddenException;
import org.mayflydb.key.KeyComponent;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.ResourceType;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;

/** Says what a principal may do, and refuses the rest with 403. */
public final class AccessRules {
    private final LinkResolver links;

    public AccessRules(LinkResolver links) {
        this.links = links;
    }

    /** A key that only reads opens no permissions either: their tokens might let the reader write. */
    void check(Principal.Master master, WireRequest request, ResourceAddress address) {
        if (!master.readOnly()) {
            return;
        }
        if (RequestEffect.of(request, address) == RequestEffect.WRITE) {
            throw new ForbiddenException("A read-only key cannot be used for a request that writes.");
        }
        if (address.type() == ResourceType.PERMISSION) {
            throw new ForbiddenException("A read-only key cannot be used to read permissions.");
        }
    }

    /**
     * A token is valid for its resource and everything below it. Any token may read the account, and the container of its
     * resource, because clients do that first.
     */
    void check(Principal.Token token, WireRequest request, ResourceAddress address) {
        TokenGrant grant = token.grant();
        RequestEffect access = RequestEffect.of(request, address);
        if (access == RequestEffect.WRITE && !mayWrite(grant)) {
            throw new ForbiddenException("The permission mode of the resource token allows only reading.");
        }
        if (address.isAccount() && access == RequestEffect.READ) {
            return;
        }
        ResourceAddress resolved = links.resolve(address);
        if (resolved == null
                || !(grant.isFor(resolved) || grant.isAbove(resolved) || findsWay(grant, request, resolved, access))) {
            throw new ForbiddenException("The resource token is not for the resource of this request.");
        }
        if (grant.partitionKey() != null && !isWithinKey(grant.partitionKey(), request, resolved, access)) {
            throw new ForbiddenException("The resource token is for another partition key than that of this request.");
        }
    }

    /** Returns true if a client has to send the request before it can send one for the resource of its token. */
    private static boolean findsWay(
            TokenGrant grant, WireRequest request, ResourceAddress address, RequestEffect access) {
        if (access != RequestEffect.READ || !grant.isInContainerOf(address)) {
            return false;
        }
        ResourceType type = address.type();
        return (type == ResourceType.CONTAINER && !address.isFeed())
                || (type == ResourceType.PARTITION_KEY_RANGE && address.isFeed())
                || (type == ResourceType.ITEM && asksForAddresses(request));
    }

    private static boolean mayWrite(TokenGrant grant) {
        return switch (grant.mode()) {
            case ALL -> true;
            case READ -> false;
        };
    }

    /**
     * Whether a request stays within one partition key, which its header has to name. The container, its ranges, its
     * scripts and query plans hold nothing of any key. Defining a script does not stay within: it may run for others.
     */
    private static boolean isWithinKey(
            PartitionKey key, WireRequest request, ResourceAddress address, RequestEffect access) {
        ResourceType type = address.type();
        if (type == null) {
            return false;
        }
        return switch (type) {
            case CONTAINER, PARTITION_KEY_RANGE, TRIGGER, USER_DEFINED_FUNCTION -> access == RequestEffect.READ;
            case STORED_PROCEDURE ->
                access == RequestEffect.READ
                        || (request.verb() == Verb.POST && !address.isFeed() && namesKey(key, request));
            case ITEM ->
                (access == RequestEffect.READ && (request.isQueryPlan() || asksForAddresses(request)))
                        || (!isBulk(request) && namesKey(key, request));
            case ATTACHMENT, OPERATION, CONFLICT -> namesKey(key, request);
            default -> false;
        };
    }

    /** Where partitions are reached is no secret to who may use them. The path is read as the gateway reads it. */
    private static boolean asksForAddresses(WireRequest request) {
        return ResourceAddress.parse(request.path()).type() == ResourceType.ADDRESS;
    }

    /** In a batch that is not atomic every operation has a key of its own, whatever the header says. */
    private static boolean isBulk(WireRequest request) {
        return request.isBatch() && !request.flag(WireHeaders.BATCH_ATOMIC);
    }

    private static boolean namesKey(PartitionKey key, WireRequest request) {
        String header = request.header(WireHeaders.PARTITION_KEY);
        if (header == null) {
            return false;
        }
        List<KeyComponent> named = PartitionKey.parse(header).components();
        int size = key.size();
        return named.size() >= size && named.subList(0, size).equals(key.components());
    }
}
