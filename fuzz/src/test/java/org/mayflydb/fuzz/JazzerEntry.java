package org.mayflydb.fuzz;

import java.time.Duration;

/** What Jazzer calls in the process of a target. */
public final class JazzerEntry {
    /** System properties: the class of the target, and how much processor time one input may take. */
    static final String TARGET = "mayfly.fuzz.target";

    static final String SECONDS = "mayfly.fuzz.seconds";

    private static final FuzzTarget TARGET_INSTANCE = load();
    private static final InputWatch WATCH = InputWatch.start(Duration.ofSeconds(Integer.getInteger(SECONDS, 10)));

    private JazzerEntry() {}

    private static FuzzTarget load() {
        try {
            return Class.forName(System.getProperty(TARGET, ""))
                    .asSubclass(FuzzTarget.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException wrong) {
            throw new IllegalStateException("there is no target " + System.getProperty(TARGET), wrong);
        }
    }

    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        WATCH.begins(input);
        try {
            BoundedRun.of(TARGET_INSTANCE, input);
        } finally {
            WATCH.ends();
        }
    }
}
