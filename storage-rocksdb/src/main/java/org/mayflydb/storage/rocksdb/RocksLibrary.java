package org.mayflydb.storage.rocksdb;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.mayflydb.storage.StoreUnavailableException;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/** RocksDB's native library, which everything else here needs. */
final class RocksLibrary {
    /** Where RocksDB itself extracts its library to, if set. */
    private static final String DIRECTORY_VARIABLE = "ROCKSDB_SHAREDLIB_DIR";

    private RocksLibrary() {}

    /**
     * Loads it, once per process. Unless the library path has it, it is loaded from a {@link LibraryCopy} that processes share:
     * RocksDB on its own extracts 17 MB to a new temporary file for every process and leaves the file behind if the process is
     * killed.
     *
     * @throws StoreUnavailableException if that fails
     */
    static void load() {
        String temporary = System.getProperty("java.io.tmpdir", ".");
        try {
            Optional<Path> copy =
                    isOnLibraryPath() || isDirectoryChosen() ? Optional.empty() : LibraryCopy.find(Path.of(temporary));
            if (copy.isEmpty() || !loadFrom(copy.get())) {
                RocksDB.loadLibrary();
            }
        } catch (RuntimeException | UnsatisfiedLinkError failure) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            throw new StoreUnavailableException(
                    "RocksDB's library cannot be loaded from the temporary directory " + temporary + ": "
                            + cause.getMessage()
                            + ". It needs 20 MB there, and the directory must not be mounted noexec;"
                            + " -Djava.io.tmpdir names another one.",
                    failure);
        }
    }

    /** Returns false if the copy does not load, as when another class loader of this process has loaded it. */
    private static boolean loadFrom(Path copy) {
        try {
            RocksDB.loadLibrary(List.of(String.valueOf(copy.toAbsolutePath().getParent())));
            return true;
        } catch (UnsatisfiedLinkError unusable) {
            return false;
        }
    }

    private static boolean isDirectoryChosen() {
        return !System.getenv().getOrDefault(DIRECTORY_VARIABLE, "").isEmpty();
    }

    private static boolean isOnLibraryPath() {
        String name = System.mapLibraryName(Environment.getJniLibraryName("rocksdb"));
        for (String directory :
                System.getProperty("java.library.path", "").split(Pattern.quote(File.pathSeparator), -1)) {
            try {
                if (!directory.isEmpty() && Files.exists(Path.of(directory, name))) {
                    return true;
                }
            } catch (InvalidPathException noPath) {
                // Nothing is found there.
            }
        }
        return false;
    }
}
