package org.mayflydb.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** All targets, and their seeds. */
final class FuzzTargets {
    /** The seeds of a target are the files of {@code corpus/NAME}. */
    static final Path CORPUS = Path.of("corpus");

    private FuzzTargets() {}

    /** By name. */
    static List<FuzzTarget> all() {
        return ServiceLoader.load(FuzzTarget.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(FuzzTarget::name))
                .toList();
    }

    /** The files with the seeds of a target, by name. */
    static List<Path> seeds(FuzzTarget target) throws IOException {
        try (Stream<Path> files = Files.list(CORPUS.resolve(target.name()))) {
            return files.sorted().toList();
        }
    }
}
