package org.mayflydb.storage;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a store is: {@code memory:}, {@code rocksdb:PATH}, or another scheme that a {@link StoreProvider} knows. A path
 * without a scheme is the directory of a RocksDB store.
 *
 * @param scheme which provider opens it
 * @param rest what follows the colon; a path for stores in a directory
 */
public record StoreAddress(String scheme, String rest) {
    /** The scheme of a store in memory. */
    public static final String MEMORY = "memory";

    /** The scheme of a path without a scheme. */
    public static final String DIRECTORY = "rocksdb";

    /** One letter and a colon is a drive of Windows. */
    private static final Pattern SCHEME = Pattern.compile("(?<scheme>[a-z][a-z0-9+.-]+):(?<rest>.*)", Pattern.DOTALL);

    public static StoreAddress parse(String text) {
        Matcher matcher = SCHEME.matcher(text);
        return matcher.matches()
                ? new StoreAddress(matcher.group("scheme"), matcher.group("rest"))
                : new StoreAddress(DIRECTORY, text);
    }

    /** The address of a store in a directory. */
    public static StoreAddress of(Path directory) {
        return new StoreAddress(DIRECTORY, directory.toString());
    }

    public boolean isMemory() {
        return scheme.equals(MEMORY);
    }

    public boolean isDirectory() {
        return scheme.equals(DIRECTORY);
    }

    /**
     * The directory of the store.
     *
     * @throws StoreUnavailableException if it is not in a directory, or that is not a path
     */
    public Path directory() {
        if (!isDirectory()) {
            throw new StoreUnavailableException("a directory is needed, and the store " + this + " is not in one");
        }
        if (rest.isEmpty()) {
            throw new StoreUnavailableException("the address " + this + " has no path: write " + scheme + ":PATH");
        }
        try {
            return Path.of(rest);
        } catch (InvalidPathException noPath) {
            throw new StoreUnavailableException("'" + rest + "' is not a path", noPath);
        }
    }

    @Override
    public String toString() {
        return scheme + ":" + rest;
    }
}
