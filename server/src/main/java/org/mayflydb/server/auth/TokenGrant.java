package org.mayflydb.server.auth;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.PermissionMode;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.server.protocol.ResourceAddress;

/**
 * What a resource token says.
 *
 * @param scope the resource it is for, database and container by resource id
 * @param partitionKey the only partition key whose items are meant, or what it begins with; null for all
 * @param issuedAt in seconds since 1970, like the expiry; from that second on the token is worth nothing
 */
public record TokenGrant(
        ResourceAddress scope,
        PermissionMode mode,
        @Nullable PartitionKey partitionKey,
        long issuedAt,
        long expiresAt) {

    /** Whether the scope is the resource at this address. */
    boolean isFor(ResourceAddress address) {
        return scope.equals(address);
    }

    /** Whether the address is below the scope. */
    boolean isAbove(ResourceAddress address) {
        List<String> outer = scope.segments();
        List<String> inner = address.segments();
        return inner.size() > outer.size() && inner.subList(0, outer.size()).equals(outer);
    }
}
