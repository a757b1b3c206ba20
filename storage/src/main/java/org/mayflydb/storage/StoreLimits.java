package org.mayflydb.storage;

/**
 * How much a store takes at once.
 *
 * @param keyBytes of one key
 * @param valueBytes of one value
 * @param commitChanges changes of one commit
 * @param commitBytes keys and values of one commit
 */
public record StoreLimits(int keyBytes, int valueBytes, int commitChanges, long commitBytes) {

    /** Those of stores that impose none of their own. They keep one commit from filling the memory. */
    public static final StoreLimits LOCAL = new StoreLimits(4 * 1024, 4 * 1024 * 1024, 100_000, 512L * 1024 * 1024);

    /**
     * Refuses a commit that is too large for the store.
     *
     * @throws IllegalArgumentException if it exceeds a limit
     */
    public void check(Commit commit) {
        check("number of changes", commit.changes().size(), commitChanges);
        long bytes = 0;
        for (Commit.Change change : commit.changes()) {
            bytes += check(change);
        }
        check("size", bytes, commitBytes);
    }

    /**
     * Returns the bytes of the change.
     *
     * @throws IllegalArgumentException if its key or value exceeds a limit
     */
    public long check(Commit.Change change) {
        int key = change.key().length;
        int value = change.value() == null ? 0 : change.value().length;
        check("key", key, keyBytes);
        check("value", value, valueBytes);
        return (long) key + value;
    }

    private static void check(String what, long size, long max) {
        if (size > max) {
            throw new IllegalArgumentException(what + " of a commit is " + size + ", at most " + max + " is allowed");
        }
    }
}
