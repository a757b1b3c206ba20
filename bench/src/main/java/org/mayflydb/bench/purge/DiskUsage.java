package org.mayflydb.bench.purge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** How large the files below a directory are, logs included. */
public final class DiskUsage extends SimpleFileVisitor<Path> {
    private long bytes;

    private DiskUsage() {}

    public static long bytes(Path directory) {
        DiskUsage usage = new DiskUsage();
        try {
            Files.walkFileTree(directory, usage);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return usage.bytes;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        bytes += attributes.size();
        return FileVisitResult.CONTINUE;
    }

    /** A file that was listed may be gone by the time it is looked at. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException gone) {
        return FileVisitResult.CONTINUE;
    }
}
