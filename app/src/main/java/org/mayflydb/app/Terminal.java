package org.mayflydb.app;

import java.io.Console;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the output is connected to.
 *
 * @param interactive whether a person sees it as it is printed
 * @param coloured whether it may have colours
 */
record Terminal(boolean interactive, boolean coloured) {

    /** A file, a pipe, or a test. */
    static final Terminal NONE = new Terminal(false, false);

    static Terminal detect() {
        return of(isTerminal(System.console()), System.getenv());
    }

    /** No colours where {@code NO_COLOR} has a value, whichever: that is the custom among programs. */
    static Terminal of(boolean interactive, Map<String, String> environment) {
        boolean unwanted = !environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Terminal(interactive, interactive && !unwanted);
    }

    /** Before Java 22 there was a console only on a terminal; since then it has to be asked, by a method new in 22. */
    private static boolean isTerminal(@Nullable Console console) {
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException beforeJava22) {
            return true;
        }
    }
}
