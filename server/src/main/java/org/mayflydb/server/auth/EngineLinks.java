package org.mayflydb.server.auth;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.database.Engine;
import org.mayflydb.key.ResourceId;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.ResourceType;

/** Looks databases and containers up in the engine, by name first and then by resource id. */
public final class EngineLinks implements LinkResolver {
    private final Engine engine;

    public EngineLinks(Engine engine) {
        this.engine = engine;
    }

    @Override
    public @Nullable ResourceAddress resolve(ResourceAddress address) {
        List<String> segments = address.segments();
        if (address.depth() < 2
                || !segments.get(0).equals(ResourceType.DATABASE.segment())
                || !segments.get(2).equals(ResourceType.CONTAINER.segment())) {
            return null;
        }
        ContainerRecord container = container(address.id(0), address.id(1));
        if (container == null) {
            return null;
        }
        List<String> resolved = new ArrayList<>(segments);
        resolved.set(1, container.database().rid().toString());
        resolved.set(3, container.rid().toString());
        return new ResourceAddress(resolved);
    }

    private @Nullable ContainerRecord container(String database, String container) {
        try {
            return engine.container(database, container);
        } catch (NotFoundException notByNames) {
            return containerByResourceId(database, container);
        }
    }

    private @Nullable ContainerRecord containerByResourceId(String databaseName, String name) {
        DatabaseRecord database = engine.findDatabase(databaseName);
        ResourceId databaseId = database == null ? ResourceId.parse(databaseName) : null;
        if (databaseId != null) {
            database = engine.findDatabase(databaseId);
        }
        if (database == null) {
            return null;
        }
        ContainerRecord named = engine.findContainer(database.id(), name);
        ResourceId id = named == null ? ResourceId.parse(name) : null;
        ContainerRecord found = id == null ? named : engine.findContainer(id);
        return found == null || !found.database().id().equals(database.id()) ? null : found;
    }
}
