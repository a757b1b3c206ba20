package org.mayflydb.server.audit;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.OwnerOnly;

/**
 * A file that only its owner may read, and the full ones before it: {@code audit.log.1} is the newest of these. Used by one
 * thread.
 */
final class AuditFile implements AutoCloseable {
    private final Path path;
    private final long bytesMax;
    private final int filesMax;
    private @Nullable FileChannel channel;

    /** How much of the file is complete lines; what follows is the rest of a write that failed. */
    private long complete;

    /**
     * @param bytesMax of one file; a file that reaches it is put aside
     * @param filesMax kept at a time, the current one included
     */
    AuditFile(Path path, long bytesMax, int filesMax) {
        this.path = path;
        this.bytesMax = bytesMax;
        this.filesMax = filesMax;
    }

    /** Adds whole lines, all or none, and returns when they are on the disk. */
    void append(byte[] lines) throws IOException {
        FileChannel file = open();
        try {
            if (complete > 0 && complete + lines.length > bytesMax) {
                rotate();
                file = open();
            }
            ByteBuffer rest = ByteBuffer.wrap(lines);
            long position = complete;
            while (rest.hasRemaining()) {
                position += file.write(rest, position);
            }
            file.force(false);
            complete = position;
        } catch (IOException failure) {
            close();
            throw failure;
        }
    }

    private FileChannel open() throws IOException {
        FileChannel open = channel;
        if (open == null) {
            Path directory = path.toAbsolutePath().getParent();
            if (directory != null) {
                OwnerOnly.createDirectories(directory);
            }
            open = FileChannel.open(path, Set.of(CREATE, WRITE), OwnerOnly.ofFile());
            channel = open;
            complete = open.size();
        }
        return open;
    }

    private void rotate() throws IOException {
        close();
        for (int i = filesMax - 2; i >= 0; i--) {
            Path from = i == 0 ? path : numbered(i);
            if (Files.exists(from)) {
                Files.move(from, numbered(i + 1), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private Path numbered(int number) {
        return path.resolveSibling(path.getFileName() + "." + number);
    }

    /** Removes what a failed write has left, as far as that is possible. */
    @Override
    public void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            try (open) {
                if (open.size() > complete) {
                    open.truncate(complete);
                }
            }
        }
    }
}
