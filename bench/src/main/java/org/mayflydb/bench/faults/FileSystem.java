package org.mayflydb.bench.faults;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** Where a server keeps its data: a plain directory, or a small file system of its own that a fault can fill or break. */
final class FileSystem implements AutoCloseable {
    private static final int MEGABYTES = 192;
    private static final int UNMOUNT_ATTEMPTS = 20;

    /** What kind of file system. The second and third need root. */
    enum Kind {
        DIRECTORY,
        MEMORY,
        EXT4
    }

    private final Kind kind;
    private final Path mountPoint;
    private final Path image;
    private boolean mounted;

    private FileSystem(Kind kind, Path mountPoint, Path image) {
        this.kind = kind;
        this.mountPoint = mountPoint;
        this.image = image;
    }

    static FileSystem make(Kind kind, Path directory) throws IOException, InterruptedException {
        Path mountPoint = Files.createDirectories(directory.resolve("files"));
        FileSystem made = new FileSystem(kind, mountPoint, directory.resolve("image"));
        if (kind == Kind.EXT4) {
            Tool.run("truncate", "-s", MEGABYTES + "M", made.image.toString());
            Tool.run("mkfs.ext4", "-q", "-F", made.image.toString());
        }
        made.mount();
        return made;
    }

    Path path() {
        return mountPoint;
    }

    void mount() throws IOException, InterruptedException {
        switch (kind) {
            case DIRECTORY -> {}
            case MEMORY ->
                Tool.run("mount", "-t", "tmpfs", "-o", "size=" + MEGABYTES + "m", "tmpfs", mountPoint.toString());
            case EXT4 -> Tool.run("mount", "-o", "loop,errors=remount-ro", image.toString(), mountPoint.toString());
        }
        mounted = kind != Kind.DIRECTORY;
    }

    /** What the kernel does to a file system with errors: what is not on disk yet is lost, and nothing can be written. */
    void becomeReadOnly() throws IOException, InterruptedException {
        Tool.run("mount", "-o", "remount,abort", mountPoint.toString());
    }

    void unmount() throws IOException, InterruptedException {
        for (int attempt = 1; mounted; attempt++) {
            try {
                Tool.run("umount", mountPoint.toString());
                mounted = false;
            } catch (IOException busy) {
                if (attempt == UNMOUNT_ATTEMPTS) {
                    throw busy;
                }
                LockSupport.parkNanos(200_000_000);
            }
        }
    }

    private Path filler() {
        return mountPoint.resolve("filler");
    }

    /** Takes all space that is left. */
    void fill() throws IOException {
        try (OutputStream out = Files.newOutputStream(filler())) {
            byte[] block = new byte[64 << 10];
            for (int i = 0; i < MEGABYTES * 16; i++) {
                out.write(block);
            }
        } catch (IOException full) {
            // as it should be
        }
    }

    void free() throws IOException {
        Files.deleteIfExists(filler());
    }

    @Override
    public void close() throws IOException {
        try {
            unmount();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
