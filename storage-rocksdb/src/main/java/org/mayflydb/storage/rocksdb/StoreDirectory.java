package org.mayflydb.storage.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.mayflydb.storage.OwnerOnly;
import org.mayflydb.storage.StoreDamagedException;
import org.mayflydb.storage.StoreUnavailableException;

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

    /** Files and directories that belong to a data directory, by which a store without {@code CURRENT} is recognized. */
    private static final Pattern BELONGS = Pattern.compile("\\d+\\.(sst|log|blob)|OPTIONS-\\d+(\\.dbtmp)?|tls|audit");

    /** True if a store has to be created, false if there is one; the directory exists afterwards. */
    static boolean prepare(Path directory) {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new StoreUnavailableException(
                    directory + " is a file. A data directory is needed: choose an empty or a new directory.");
        }
        List<String> names;
        try {
            OwnerOnly.createDirectories(directory);
            try (Stream<Path> files = Files.list(directory)) {
                names = files.map(file -> file.getFileName().toString())
                        .sorted()
                        .toList();
            }
        } catch (IOException failure) {
            throw new StoreUnavailableException(
                    "the data directory " + directory + " cannot be opened: " + FileFailure.describe(failure) + ".",
                    failure);
        }
        if (names.contains(CURRENT)) {
            return false;
        }
        List<String> others = names.stream()
                .filter(name -> !UNFINISHED.matcher(name).matches())
                .toList();
        if (others.isEmpty()) {
            return true;
        }
        if (others.stream().anyMatch(name -> BELONGS.matcher(name).matches())) {
            throw new StoreDamagedException("the store in " + directory + " is damaged: its file " + CURRENT
                    + " is missing, but " + others.get(0) + " is there");
        }
        throw new StoreUnavailableException(directory + " is not a Mayfly data directory: it contains " + others.get(0)
                + (others.size() == 1 ? "" : " and " + (others.size() - 1) + " more")
                + ". Choose an empty or a new directory.");
    }
}
