package org.mayflydb.server.entra;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.database.Engine;
import org.mayflydb.key.ResourceId;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.ResourceType;

/**
 * Finds the scope of a request by name, because roles are assigned by name. Paths may have resource ids instead; what a path
 * means is decided as the routes decide it, by name first.
 */
final class RequestScopes {
    private final Engine engine;

    RequestScopes(Engine engine) {
        this.engine = engine;
    }

    /** The scope of a request; null if the path has resource ids that belong to nothing. */
    @Nullable
    DataScope of(ResourceAddress address) {
        List<String> segments = address.segments();
        if (address.depth() == 0 || !segments.get(0).equals(ResourceType.DATABASE.segment())) {
            return DataScope.ACCOUNT;
        }
        boolean hasContainer = address.depth() > 1 && segments.get(2).equals(ResourceType.CONTAINER.segment());
        return hasContainer ? container(address.id(0), address.id(1)) : database(address.id(0));
    }

    /** Returns true if the path names the container or database of a request by resource id. */
    boolean isByResourceId(ResourceAddress address) {
        int depth = address.depth();
        return depth > 0 && ResourceId.parse(address.id(depth > 1 ? 1 : 0)) != null;
    }

    private @Nullable DataScope database(String name) {
        DatabaseRecord found = find(name);
        if (found != null) {
            return new DataScope(found.id(), null);
        }
        return ResourceId.parse(name) == null ? new DataScope(name, null) : null;
    }

    private @Nullable DataScope container(String databaseName, String name) {
        if (engine.findContainer(databaseName, name) != null) {
            return new DataScope(databaseName, name);
        }
        DataScope database = database(databaseName);
        if (database == null || database.database() == null) {
            return null;
        }
        ResourceId rid = ResourceId.parse(name);
        if (rid == null || engine.findContainer(database.database(), name) != null) {
            return new DataScope(database.database(), name);
        }
        ContainerRecord found = engine.findContainer(rid);
        return found == null || !found.database().id().equals(database.database())
                ? null
                : new DataScope(found.database().id(), found.id());
    }

    private @Nullable DatabaseRecord find(String name) {
        DatabaseRecord named = engine.findDatabase(name);
        ResourceId rid = named == null ? ResourceId.parse(name) : null;
        return rid == null ? named : engine.findDatabase(rid);
    }
}
