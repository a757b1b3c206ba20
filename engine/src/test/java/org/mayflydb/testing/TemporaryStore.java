package org.mayflydb.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.mayflydb.storage.ForwardingStore;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.Stores;

/** A store on disk that is deleted when it is closed. */
final class TemporaryStore extends ForwardingStore {
    private final Path directory;

    TemporaryStore() {
        this(newDirectory());
    }

    private TemporaryStore(Path directory) {
        super(Stores.open(StoreAddress.of(directory), StoreOptions.defaults().withMemoryMegabytes(OptionalInt.of(16))));
        this.directory = directory;
    }

    private static Path newDirectory() {
        try {
            return Files.createTempDirectory("mayfly-test");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        super.close();
        if (!Files.exists(directory)) {
            return; // closed before
        }
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
