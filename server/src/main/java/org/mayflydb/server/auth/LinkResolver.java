package org.mayflydb.server.auth;

import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.ResourceAddress;

/** Finds out which container a path means today. */
@FunctionalInterface
public interface LinkResolver {
    /**
     * The address with database and container by resource id, however it names them, and the rest as it is; null if it
     * is not that of a container or of something below one, or if there is no such container.
     */
    @Nullable
    ResourceAddress resolve(ResourceAddress address);
}
