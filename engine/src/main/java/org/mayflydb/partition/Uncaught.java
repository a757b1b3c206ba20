package org.mayflydb.partition;

/** What to do with a failure that must stop nothing and that no caller is left to be told of. */
final class Uncaught {
    private Uncaught() {}

    /** Hands it to the thread's handler, which makes it visible. Never throws. */
    static void report(Throwable failure) {
        try {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
        } catch (RuntimeException | Error unreportable) {
            // There is no memory to say it with.
        }
    }
}
