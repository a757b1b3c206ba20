package org.mayflydb.bench.faults;

import java.io.IOException;

/** Something that goes wrong around a server, and is put right again. */
interface Fault {
    String name();

    /** What the server's data is on. */
    default FileSystem.Kind files() {
        return FileSystem.Kind.DIRECTORY;
    }

    default boolean needsShim() {
        return false;
    }

    /** How long the texts of items are at most; long ones fill memtables faster. */
    default int textBytes() {
        return 600;
    }

    /** Makes it happen under load. */
    void inject(Scene scene) throws IOException, InterruptedException;

    /** Whether it has happened; until then, and for some seconds, the load continues. */
    default boolean hasHappened(Scene scene) {
        return true;
    }

    /** What is done while it lasts, such as stopping the server. */
    default void during(Scene scene) throws IOException, InterruptedException {}

    /** Puts it right. The server may have to be started again afterwards. */
    default void remove(Scene scene) throws IOException, InterruptedException {}

    /** Whether the server has to say something; it need not notice that it did not run for a while. */
    default boolean isNoticed() {
        return true;
    }
}
