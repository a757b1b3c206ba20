package org.mayflydb.app;

import org.mayflydb.app.endpoint.ContainerAddress;
import picocli.CommandLine.Option;

/** The options that name a container, for {@code @Mixin}. */
final class ContainerOptions {
    @Option(names = "--database", required = true, paramLabel = "ID", description = "The database.")
    @SuppressWarnings("NullAway.Init") // picocli sets it, or does not run the command
    private String database;

    @Option(names = "--container", required = true, paramLabel = "ID", description = "The container.")
    @SuppressWarnings("NullAway.Init") // picocli sets it, or does not run the command
    private String container;

    ContainerAddress address() {
        return new ContainerAddress(database, container);
    }
}
