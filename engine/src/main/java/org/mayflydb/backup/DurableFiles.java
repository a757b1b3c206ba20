package org.mayflydb.backup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Files that survive a power failure once they are written. */
final class DurableFiles {
    private static final long CHUNK_BYTES = 8L << 20;

    private DurableFiles() {}

    /** Writes a file as a whole: whoever finds it finds all of it. */
    static void write(Path file, byte[] content) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + ".draft");
        try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        syncDirectoryOf(file);
    }

    /** Copies a file that does not exist yet; its directory is to be synced afterwards. */
    static void copy(Path source, Path target) throws IOException {
        try (FileChannel in = FileChannel.open(source, StandardOpenOption.READ);
                FileChannel out = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long copied = 0;
            long read;
            while ((read = in.transferTo(copied, CHUNK_BYTES, out)) > 0) {
                copied += read;
            }
            out.force(true);
        }
    }

    /** Makes it safe that files have come into the directory of this one, or have gone from it. */
    static void syncDirectoryOf(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            sync(directory);
        }
    }

    /** Makes it safe that files have come into the directory, or have gone from it. */
    static void sync(Path directory) throws IOException {
        // Windows neither can nor needs to: a directory cannot be opened there.
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /** Removes a directory with all that is in it, as far as that can be done. */
    static void removeTree(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
