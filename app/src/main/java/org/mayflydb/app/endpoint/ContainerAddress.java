package org.mayflydb.app.endpoint;

import java.util.List;
import org.mayflydb.base.BadRequestException;

/** A container by its name and that of its database. */
public record ContainerAddress(String database, String container) {

    /** Reads {@code database/container}. */
    public static ContainerAddress parse(String text) {
        int slash = text.indexOf('/');
        if (slash <= 0 || slash == text.length() - 1 || text.indexOf('/', slash + 1) >= 0) {
            throw new BadRequestException("'" + text + "' is not the name of a container: write DATABASE/CONTAINER.");
        }
        return new ContainerAddress(text.substring(0, slash), text.substring(slash + 1));
    }

    /** The path of the container, part by part. */
    List<String> path() {
        return List.of("dbs", database, "colls", container);
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        return database + "/" + container;
    }
}
