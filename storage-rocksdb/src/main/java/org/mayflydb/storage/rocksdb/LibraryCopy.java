package org.mayflydb.storage.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * The native library, extracted once per user and version.
 *
 * <p>What is in the file is executed, so it lies in a directory that only its owner can write to, and the directory is used
 * only if this user owns it. The file appears under its name complete, by a rename, and is compared with the checksum in the
 * jar before every use.
 */
final class LibraryCopy {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final int BUFFER_BYTES = 1 << 16;

    private LibraryCopy() {}

    /**
     * The library as a file whose name is the one that RocksDB expects.
     *
     * @param temporary where the directory of this user is, or is created
     * @return empty if no copy can be kept there safely, or another process is just extracting it
     */
    static Optional<Path> find(Path temporary) {
        try {
            Optional<JarEntry> packed = packed();
            if (packed.isEmpty()
                    || !temporary.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                return Optional.empty();
            }
            String key = String.format(
                    Locale.ROOT, "%08x-%d", packed.get().getCrc(), packed.get().getSize());
            Path shared = temporary.resolve("mayfly-rocksdb-" + userName());
            if (!isOwn(shared, temporary)) {
                return Optional.empty();
            }
            Path file = Files.createDirectories(shared.resolve(key)).resolve(nameOfCopy());
            return isIntact(file, packed.get()) || extract(file, packed.get()) ? Optional.of(file) : Optional.empty();
        } catch (IOException noPlace) {
            return Optional.empty();
        }
    }

    private static String nameInJar() {
        return Environment.getJniLibraryFileName("rocksdb");
    }

    /** As {@link RocksDB#loadLibrary(java.util.List)} looks for it, which is not the name in the jar. */
    private static String nameOfCopy() {
        return Environment.getJniLibraryFileName("rocksdbjni");
    }

    private static String userName() {
        return System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9_.-]", "_");
    }

    /** What the jar says about the library; empty if the classes are not in a jar. */
    private static Optional<JarEntry> packed() throws IOException {
        URL resource = RocksDB.class.getClassLoader().getResource(nameInJar());
        if (resource == null || !(resource.openConnection() instanceof JarURLConnection connection)) {
            return Optional.empty();
        }
        // Otherwise the jar would stay open as long as the process runs.
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile()) {
            return Optional.ofNullable(jar.getJarEntry(connection.getEntryName()));
        }
    }

    /** Creates the directory if it is missing, and returns true if nobody but this user can change what is in it. */
    private static boolean isOwn(Path directory, Path temporary) throws IOException {
        try {
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
            return true;
        } catch (FileAlreadyExistsException exists) {
            PosixFileAttributes found =
                    Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!found.isDirectory() || !found.permissions().equals(OWNER_ONLY)) {
                return false;
            }
            // A file that this process creates tells who it is; looking the name up may fail in a container.
            Path own = Files.createTempFile(temporary, "mayfly", ".owner");
            try {
                return found.owner().equals(Files.getOwner(own));
            } finally {
                Files.delete(own);
            }
        }
    }

    private static boolean isIntact(Path file, JarEntry packed) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) != packed.getSize()) {
            return false;
        }
        try (CheckedInputStream content = new CheckedInputStream(Files.newInputStream(file), new CRC32())) {
            byte[] buffer = new byte[BUFFER_BYTES];
            while (content.read(buffer) >= 0) {
                // Only the checksum counts.
            }
            return content.getChecksum().getValue() == packed.getCrc();
        }
    }

    /** Waits for nobody: returns false if another process is at it. The draft has one name, so a killed process leaves one. */
    private static boolean extract(Path file, JarEntry packed) throws IOException {
        Path draft = file.resolveSibling("draft");
        try (FileChannel channel = FileChannel.open(
                        file.resolveSibling("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                return false;
            }
            try (InputStream from = RocksDB.class.getClassLoader().getResourceAsStream(nameInJar());
                    OutputStream to = Files.newOutputStream(draft)) {
                if (from == null) {
                    return false;
                }
                from.transferTo(to);
            }
            if (!isIntact(draft, packed)) {
                return false;
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (OverlappingFileLockException anotherThread) {
            return false;
        }
    }
}
