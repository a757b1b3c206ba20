package org.mayflydb.server.seed;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.FileFailures;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Database;
import org.mayflydb.embedded.Mayfly;

/** A directory with a subdirectory for each database, in which a {@code .json} file describes a container and its items. */
public final class SeedDirectory {
    private static final String SUFFIX = ".json";

    /** In the data directory while a container is being filled; its content is the name of the container. */
    private static final String MARKER = "seeding";

    private final Path directory;
    private final Optional<Path> marker;

    /** @param data the data directory, in which an interrupted seeding is noted; empty if nothing is kept */
    public SeedDirectory(Path directory, Optional<Path> data) {
        this.directory = directory;
        this.marker = data.map(path -> path.resolve(MARKER));
    }

    /**
     * Creates the containers that are missing, with their items.
     *
     * @param report is told in a sentence what happened to each container
     */
    public void plant(Mayfly mayfly, Consumer<String> report) {
        try {
            String interrupted = interrupted();
            for (Path database : databases()) {
                for (Path file : children(database, true)) {
                    plant(mayfly, database.getFileName().toString(), file, interrupted, report);
                }
            }
        } catch (IOException unreadable) {
            throw new UnavailableException(
                    "The seed directory " + directory + " cannot be read: " + FileFailures.describe(unreadable) + ".",
                    unreadable);
        }
    }

    private List<Path> databases() throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new BadRequestException("The seed directory " + directory
                    + (Files.exists(directory) ? " is not a directory." : " does not exist."));
        }
        List<Path> misplaced = children(directory, true);
        if (!misplaced.isEmpty()) {
            String name = String.valueOf(misplaced.get(0).getFileName());
            throw new BadRequestException("The seed " + misplaced.get(0) + " names no database: move it to a"
                    + " subdirectory with the name of the database, such as "
                    + directory.resolve("shop").resolve(name)
                    + ".");
        }
        return children(directory, false);
    }

    private static List<Path> children(Path parent, boolean seeds) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(parent)) {
            for (Path each : all) {
                String name = each.getFileName().toString();
                if (!name.startsWith(".")
                        && (seeds ? name.endsWith(SUFFIX) && Files.isRegularFile(each) : Files.isDirectory(each))) {
                    found.add(each);
                }
            }
        }
        found.sort(null);
        return found;
    }

    private void plant(Mayfly mayfly, String databaseId, Path path, String interrupted, Consumer<String> report)
            throws IOException {
        SeedFile file = SeedFile.read(path);
        String name = databaseId + "/" + file.containerId();
        Database database = mayfly.createDatabaseIfNotExists(databaseId);
        boolean exists =
                database.containers().stream().anyMatch(each -> each.id().equals(file.containerId()));
        boolean resumed = exists && name.equals(interrupted);
        if (exists && !resumed) {
            report.accept("Seed " + path + ": the container " + name + " exists already and was left unchanged.");
            return;
        }
        mark(name);
        Container container = resumed ? database.container(file.containerId()) : create(database, file);
        try {
            long items = file.plant(container, resumed);
            report.accept("Seed " + path + ": " + (resumed ? "completed" : "created") + " the container " + name
                    + " with " + items + (items == 1 ? " item." : " items."));
        } catch (MayflyException failure) {
            if (!resumed && failure instanceof BadRequestException) {
                // The next start begins with this container again, once the file is corrected.
                container.delete();
                unmark();
            }
            throw failure;
        }
        unmark();
    }

    private static Container create(Database database, SeedFile file) {
        try {
            return database.createContainer(
                    ContainerSpec.fromJson(file.container().toString()));
        } catch (BadRequestException refused) {
            throw new BadRequestException(
                    "The seed " + file.file() + " cannot be used: its container was refused: " + refused.getMessage());
        }
    }

    private String interrupted() throws IOException {
        return marker.isPresent() && Files.exists(marker.get()) ? Files.readString(marker.get()) : "";
    }

    private void mark(String name) throws IOException {
        if (marker.isPresent()) {
            Files.writeString(marker.get(), name);
        }
    }

    private void unmark() throws IOException {
        if (marker.isPresent()) {
            Files.deleteIfExists(marker.get());
        }
    }
}
