package org.mayflydb.app;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.mayflydb.base.MayflyException;
import org.mayflydb.server.MayflyServer;

/**
 * Reloads keys and certificate upon SIGHUP, as other servers do. On a terminal the signal keeps its meaning: the terminal is
 * closed, and the server ends.
 */
final class Hangup {
    private static final String SIGNAL = "sun.misc.Signal";

    private Hangup() {}

    /** Does nothing where there is no such signal. */
    static void reloads(MayflyServer server, Terminal terminal) {
        if (!terminal.interactive()) {
            handle(() -> {
                try {
                    server.reload();
                } catch (MayflyException logged) {
                    // The server has said what is wrong, and everything is as before.
                }
            });
        }
    }

    /** By reflection: the compiler refuses these classes, which every JDK has and for which there is no substitute. */
    private static void handle(Runnable action) {
        try {
            Class<?> signal = Class.forName(SIGNAL);
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler calls = (proxy, method, arguments) -> switch (method.getName()) {
                case "handle" -> {
                    action.run();
                    yield null;
                }
                case "equals" -> arguments[0] == proxy;
                case "hashCode" -> System.identityHashCode(action);
                default -> "Hangup";
            };
            Object proxy = Proxy.newProxyInstance(Hangup.class.getClassLoader(), new Class<?>[] {handler}, calls);
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), proxy);
        } catch (ReflectiveOperationException noSuchSignal) {
            // Windows has none; the admin API reloads there.
        }
    }
}
