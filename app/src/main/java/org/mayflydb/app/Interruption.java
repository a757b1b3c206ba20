package org.mayflydb.app;

import java.io.PrintWriter;
import java.util.function.Supplier;

/** Tells the user how to continue if Ctrl-C, or another signal that ends the process, comes before the end. */
final class Interruption {
    private final Thread hook;

    private Interruption(Thread hook) {
        this.hook = hook;
    }

    /** @param advice called by a thread of its own when the process is ending */
    static Interruption watch(PrintWriter err, Supplier<String> advice) {
        Thread hook = new Thread(
                () -> {
                    // The progress bar has left the cursor at the end of its line.
                    err.println();
                    err.println(advice.get());
                    err.flush();
                },
                "mayfly-interruption");
        Runtime.getRuntime().addShutdownHook(hook);
        return new Interruption(hook);
    }

    void end() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // It is being run.
        }
    }
}
