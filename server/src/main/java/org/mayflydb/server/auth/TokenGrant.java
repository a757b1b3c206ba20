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
    /** {@code dbs/{db}/colls/{coll}}. */
    private static final int CONTAINER_SEGMENTS = 4;

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

    /** Returns true if the scope is something in the container at this address, or in the container of what is there. */
    boolean isInContainerOf(ResourceAddress address) {
        List<String> own = scope.segments();
        List<String> other = address.segments();
        return own.size() > CONTAINER_SEGMENTS
                && other.size() >= CONTAINER_SEGMENTS
                && own.subList(0, CONTAINER_SEGMENTS).equals(other.subList(0, CONTAINER_SEGMENTS));
    }
}
