package org.mayflydb.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A directory that is there while it is needed. */
public record WorkDirectory(Path path) implements AutoCloseable {

    /**
     * Makes one that is empty.
     *
     * @param parent where to make it; null for the system's temporary directory
     */
    public static WorkDirectory make(@Nullable Path parent) {
        try {
            return new WorkDirectory(
                    parent == null
                            ? Files.createTempDirectory("mayfly-bench")
                            : Files.createTempDirectory(Files.createDirectories(parent), "mayfly-bench"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A directory in it. */
    public Path inner(String name) {
        try {
            return Files.createDirectories(path.resolve(name));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(path)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
