package org.mayflydb.server;

/**
 * How the memory of a server's process is divided, in megabytes. What is left over is for Java itself: classes, compiled
 * code, stacks. The launchers divide in the same way, because Java takes its shares before it runs anything.
 *
 * @param heap for objects of Java, and the items of a database in memory
 * @param direct for buffers of connections
 * @param store for the store's cache and what it has not written to files; 0 for a database in memory
 */
public record MemoryShares(int heap, int direct, int store) {
    /** Less is not enough to serve with. */
    public static final int MEGABYTES_MIN = 320;

    /** A terabyte, to notice a number of bytes. */
    public static final int MEGABYTES_MAX = 1024 * 1024;

    private static final int JAVA_MEGABYTES = 96;

    /** Divides the memory of a process; {@code inMemory} if it keeps its items on the heap. */
    public static MemoryShares of(int megabytes, boolean inMemory) {
        int rest = megabytes - JAVA_MEGABYTES - megabytes / 16;
        int direct = rest * 3 / 16;
        int store = inMemory ? 0 : rest * 6 / 16;
        return new MemoryShares(rest - direct - store, direct, store);
    }

    /** What Java has to be started with. */
    public String javaOptions() {
        return "-Xmx" + heap + "m -XX:MaxDirectMemorySize=" + direct + "m";
    }
}
