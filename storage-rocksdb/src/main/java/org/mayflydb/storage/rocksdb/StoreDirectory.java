package org.mayflydb.storage.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.UnavailableException;

/**
 * Decides whether a directory holds a store or may become one.
 *
 * <p>RocksDB itself would make a new database wherever {@code CURRENT} is missing, and so turn a damaged store into an empty
 * one.
 */
final class StoreDirectory {

    /** The file that makes a directory a database; the last one RocksDB writes when it creates one, but for the first log. */
    private static final String CURRENT = "CURRENT";

    /** What is left of a creation that did not come to its end, and what file systems put into an empty directory. */
    private static final Pattern UNFINISHED =
            Pattern.compile("LOCK|IDENTITY|LOG(\\..*)?|MANIFEST-\\d+|\\d+\\.dbtmp|lost\\+found");

    private StoreDirectory() {}

    /** True if a store has to be created, false if there is one; the directory exists afterwards. */
    static boolean prepare(Path directory) {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new CorruptStoreException("the store in " + directory + " is damaged: it is not a directory");
        }
        List<String> names;
        try {
            Files.createDirectories(directory);
            try (Stream<Path> files = Files.list(directory)) {
                names = files.map(file -> file.getFileName().toString()).toList();
            }
        } catch (IOException failure) {
            throw new UnavailableException("the store in " + directory + " cannot be opened: " + failure, failure);
        }
        if (names.contains(CURRENT)) {
            return false;
        }
        for (String name : names) {
            if (!UNFINISHED.matcher(name).matches()) {
                throw new CorruptStoreException("the store in " + directory + " is damaged: the file " + CURRENT
                        + " is missing, and the directory is not empty: it holds " + name);
            }
        }
        return true;
    }
}
