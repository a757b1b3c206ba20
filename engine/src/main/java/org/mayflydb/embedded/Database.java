package org.mayflydb.embedded;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ConflictException;
import org.mayflydb.charge.Throughput;
import org.mayflydb.database.Engine;

/** A named set of containers. */
public final class Database {
    private final Engine engine;
    private final String id;
    private final @Nullable ItemMapper mapper;

    Database(Engine engine, String id, @Nullable ItemMapper mapper) {
        this.engine = engine;
        this.id = id;
        this.mapper = mapper;
    }

    public String id() {
        return id;
    }

    public Container createContainer(ContainerSpec spec) {
        engine.createContainer(id, spec.toJson(), Throughput.manual(spec.throughput()));
        return new Container(engine, id, spec.id(), mapper);
    }

    /** The container with the id of {@code spec}, made as it says if there is none. */
    public Container createContainerIfNotExists(ContainerSpec spec) {
        try {
            return createContainer(spec);
        } catch (ConflictException exists) {
            return container(spec.id());
        }
    }

    /** The container with this id, which must exist. */
    public Container container(String containerId) {
        return new Container(engine, id, engine.container(id, containerId).id(), mapper);
    }

    public List<Container> containers() {
        return engine.containers(id).stream()
                .map(found -> new Container(engine, id, found.id(), mapper))
                .toList();
    }

    /** Removes the database with everything in it. */
    public void delete() {
        engine.deleteDatabase(id);
    }
}
