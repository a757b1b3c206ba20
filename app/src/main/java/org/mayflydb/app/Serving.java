package org.mayflydb.app;

import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;
import org.mayflydb.server.Setting;

/** What {@code serve} does once its options are known. */
final class Serving {
    private Serving() {}

    /**
     * Runs a server until the process is told to stop.
     *
     * @param flags values by {@link Setting#key()}
     * @param out where it says how it can be reached
     */
    static int run(Map<String, String> flags, PrintWriter out) throws InterruptedException {
        ServerSettings settings = ServerSettings.read(System.getenv(), flags);
        MayflyServer server = start(settings);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "mayfly-stop"));
        print(settings, server, out);
        // Until the process is told to stop; then the hook lets requests under way finish.
        new CountDownLatch(1).await();
        return 0;
    }

    static MayflyServer start(ServerSettings settings) {
        // Netty's events for Java's flight recorder take a fifth of a second of the first answer; who wants them says
        // so.
        System.getProperties().putIfAbsent("io.netty.jfr.enabled", "false");
        try {
            return MayflyServer.start(settings);
        } catch (UncheckedIOException cannotListen) {
            throw new UnavailableException(
                    cannotListen.getMessage() + ": is another server running there? " + Setting.PORT.flag() + " and "
                            + Setting.DIRECT_PORT.flag() + " choose other ports.",
                    cannotListen);
        }
    }

    private static void print(ServerSettings settings, MayflyServer server, PrintWriter out) {
        String endpoint = "https://" + settings.advertise() + ":" + server.port() + "/";
        boolean wellKnown = settings.keys().get(0).equals(ServerSettings.WELL_KNOWN_KEY);
        // Only the key that everybody knows is shown; what a person chose is for that person to know.
        String key = wellKnown ? ServerSettings.WELL_KNOWN_KEY : "(yours)";
        out.println("Mayfly is ready.");
        out.println("  endpoint           " + endpoint + "   (plain HTTP works on the same port)");
        out.println("  key                " + key);
        out.println("  connection string  AccountEndpoint=" + endpoint + ";AccountKey=" + key + ";");
        out.println("  data               "
                + settings.dataDirectory()
                        .map(directory -> directory.toAbsolutePath().normalize().toString())
                        .orElse("in memory, gone when the server stops"));
        out.println("  direct mode        "
                + (server.directPort().isPresent()
                        ? "port " + server.directPort().getAsInt()
                        : "off"));
        out.println("  certificate        " + endpoint + "_mayfly/certificate");
        out.flush();
    }
}
