package org.mayflydb.conformance;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of this repository, without anything that a build creates. */
final class RepositoryFiles {
    static final Path ROOT = Path.of("..");

    private static final Set<String> OTHER_DIRECTORIES = Set.of("target", "node_modules", ".git", ".fast");

    private RepositoryFiles() {}

    /** All files; skips the test if only this module was checked out. */
    static List<Path> all() throws IOException {
        assumeThat(ROOT.resolve("README.md")).exists();
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return OTHER_DIRECTORIES.contains(directory.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                files.add(file);
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    static List<Path> documents() throws IOException {
        return all().stream().filter(file -> file.toString().endsWith(".md")).toList();
    }
}
