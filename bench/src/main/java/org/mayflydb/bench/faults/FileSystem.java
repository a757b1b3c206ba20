package org.mayflydb.bench.faults;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    /** In its path, so that what a killed campaign has left behind is found. */
    private static final String MOUNT_POINT = "mayfly-bench-files";

    private final Kind kind;
    private final Path mountPoint;
    private final Path image;
    private final Thread unmounter = new Thread(this::unmountLazily, "unmount");
    private boolean mounted;

    private FileSystem(Kind kind, Path mountPoint, Path image) {
        this.kind = kind;
        this.mountPoint = mountPoint;
        this.image = image;
    }

    static FileSystem make(Kind kind, Path directory) throws IOException, InterruptedException {
        Path mountPoint = Files.createDirectories(directory.resolve(MOUNT_POINT));
        FileSystem made = new FileSystem(kind, mountPoint, directory.resolve("image"));
        if (kind == Kind.EXT4) {
            Tool.run("truncate", "-s", MEGABYTES + "M", made.image.toString());
            Tool.run("mkfs.ext4", "-q", "-F", made.image.toString());
        }
        if (kind != Kind.DIRECTORY) {
            Runtime.getRuntime().addShutdownHook(made.unmounter);
        }
        made.mount();
        return made;
    }

    /** Unmounts what campaigns that were killed have left behind, but nothing that a running one may use. */
    static void unmountLeftovers() throws IOException, InterruptedException {
        for (String mount : Files.readAllLines(Path.of("/proc/mounts"))) {
            String[] fields = mount.split(" ", -1);
            if (fields[1].endsWith("/" + MOUNT_POINT)) {
                // Fails if a process has files there open.
                Tool.end(List.of("umount", fields[1]));
            }
        }
    }

    /** When this process ends in the middle: at once or, while a server still has files open, after that. */
    private void unmountLazily() {
        try {
            Tool.end(List.of("umount", "--lazy", mountPoint.toString()));
        } catch (IOException failure) {
            System.err.println("mayfly: " + mountPoint + " stays mounted: " + failure.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
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
            if (kind != Kind.DIRECTORY) {
                Runtime.getRuntime().removeShutdownHook(unmounter);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException ending) {
            // The hook runs already.
        }
    }
}
