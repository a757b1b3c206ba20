package org.mayflydb.app;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.MemoryShares;
import org.mayflydb.server.ServerSettings;
import org.mayflydb.server.Setting;
import org.mayflydb.server.transport.CannotListenException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code mayfly serve}: runs a server until it is told to stop. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        exitCodeOnExecutionException = MayflyCommand.EXIT_BUG,
        description = {
            "Runs a server for the Azure Cosmos DB SDKs: HTTP and HTTPS on one port, direct mode on another.",
            "Every option can also be set as an environment variable, such as MAYFLY_PORT, or in the file that --config"
                    + " names. Precedence: flag > environment > file > default."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  mayfly serve                        port 8081, data in the directory mayfly-data",
            "  mayfly serve --memory --port 0      data in memory, a port that the system chooses",
            "  mayfly serve --memory --seed seeds  with the containers described in seeds/DATABASE/*.json",
            "  MAYFLY_KEY=$KEY mayfly serve --host 0.0.0.0 --advertise db.example"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it was stopped",
            "2:the command line is wrong, or the server cannot start with these settings",
            "3:a bug in Mayfly"
        })
final class ServeCommand implements Callable<Integer> {
    private static final int FAILURE_CHECK_SECONDS = 1;

    private final CommandSpec spec = CommandSpec.forAnnotatedObject(this);
    private final Map<String, String> flags = new HashMap<>();

    private ServeCommand() {
        for (Setting setting : Setting.values()) {
            boolean truth = PlainFlags.isTruth(setting);
            spec.addOption(OptionSpec.builder(setting.flag())
                    .type(setting.isList() ? List.class : String.class)
                    .auxiliaryTypes(String.class)
                    .arity(truth ? "0..1" : "1")
                    .fallbackValue("true")
                    .paramLabel("VALUE")
                    .description(setting.meaning().replace("`", "'").replace("%", "%%")
                            + (setting.defaultValue().isEmpty() ? "" : " Default: " + shown(setting)))
                    .setter(new CommandLine.Model.ISetter() {
                        @Override
                        public <T> T set(T value) {
                            if (value instanceof List<?> values) {
                                // Called for each occurrence of the option, at first without values.
                                values.forEach(each -> flags.merge(
                                        setting.key(), String.valueOf(each), (before, more) -> before + "," + more));
                            } else if (value != null) {
                                flags.put(setting.key(), value.toString());
                            }
                            return value;
                        }
                    })
                    .build());
        }
    }

    static CommandLine commandLine() {
        return new CommandLine(new ServeCommand().spec);
    }

    @Override
    public Integer call() throws InterruptedException {
        return run(flags, spec.commandLine().getOut());
    }

    /** What the command line makes of arguments, without running anything. */
    static Map<String, String> flags(String... arguments) {
        ServeCommand command = new ServeCommand();
        new CommandLine(command.spec).parseArgs(arguments);
        return command.flags;
    }

    /**
     * Runs a server until the process is told to stop.
     *
     * @param flags values by {@link Setting#key()}
     * @param out where it says how it can be reached
     */
    static int run(Map<String, String> flags, PrintWriter out) throws InterruptedException {
        ServerSettings settings = ServerSettings.read(System.getenv(), flags);
        MayflyServer server = start(settings, () -> ServerSettings.read(System.getenv(), flags));
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "mayfly-stop"));
        Hangup.reloads(server, Terminal.detect());
        print(settings, server, out);
        warnOfSecrets(flags.keySet(), out);
        return awaitEnd(server);
    }

    /**
     * Waits until the process is told to stop, and lets the hook finish requests under way. Ends the process if the server has
     * failed.
     */
    static int awaitEnd(MayflyServer server) throws InterruptedException {
        // Made now: there may be no memory for it when it is needed.
        String message =
                "mayfly: ERROR: a thread that serves connections has ended, most likely for lack of memory. The process"
                        + " ends so that it can be started again; nothing acknowledged is lost. If this happens again, raise "
                        + Setting.MEMORY_MEGABYTES.flag() + ".";
        CountDownLatch never = new CountDownLatch(1);
        while (true) {
            try {
                if (server.hasFailed()) {
                    System.err.println(message);
                    // A graceful stop would wait for the thread that has ended. Stopping at once loses nothing
                    // acknowledged.
                    Runtime.getRuntime().halt(1);
                }
                server.resumeAccepting();
                never.await(FAILURE_CHECK_SECONDS, TimeUnit.SECONDS);
            } catch (OutOfMemoryError passing) {
                // The server may survive it. This thread has to, or it could not tell.
                Thread.onSpinWait();
            }
        }
    }

    /** @param source reads the settings again, for a reload */
    static MayflyServer start(ServerSettings settings, Supplier<ServerSettings> source) {
        // Netty's events for Java's flight recorder take a fifth of a second of the first answer; set the property to
        // have
        // them.
        System.getProperties().putIfAbsent("io.netty.jfr.enabled", "false");
        try {
            return MayflyServer.start(settings, source);
        } catch (CannotListenException failure) {
            throw new UnavailableException(failure.getMessage() + hint(settings, failure), failure);
        }
    }

    private static String hint(ServerSettings settings, CannotListenException failure) {
        String flag = portSetting(settings, failure.port()).flag();
        return failure.isInUse()
                ? "\n  Choose another port with " + flag + ", or stop the process that uses it; 'lsof -i :"
                        + failure.port() + "' shows which one that is."
                : "\n  " + flag + " chooses the port, " + Setting.HOST.flag() + " the address.";
    }

    private static Setting portSetting(ServerSettings settings, int port) {
        if (port == settings.port()) {
            return Setting.PORT;
        }
        if (port == settings.directPort().orElse(-1)) {
            return Setting.DIRECT_PORT;
        }
        return port == settings.probePort().orElse(-1) ? Setting.PROBE_PORT : Setting.EXPLORER_PORT;
    }

    /** @param flags the keys of the settings on the command line, which others on the machine can read */
    static void warnOfSecrets(Set<String> flags, PrintWriter out) {
        for (Setting setting : List.of(Setting.KEY, Setting.READ_ONLY_KEY, Setting.CERTIFICATE_PASSWORD)) {
            if (flags.contains(setting.key())) {
                out.println("  WARNING            other users of this machine can see the value of " + setting.flag()
                        + "; use " + instead(setting));
            }
        }
        out.flush();
    }

    private static String instead(Setting setting) {
        return switch (setting) {
            case KEY -> Setting.KEY_FILE.flag();
            case READ_ONLY_KEY -> Setting.READ_ONLY_KEY_FILE.flag();
            default -> setting.environmentVariable();
        };
    }

    static void print(ServerSettings settings, MayflyServer server, PrintWriter out) {
        String endpoint = "https://" + settings.advertise() + ":" + server.port() + "/";
        boolean wellKnown = settings.keys().get(0).equals(ServerSettings.WELL_KNOWN_KEY);
        // Only the well-known key is shown.
        String key = wellKnown ? ServerSettings.WELL_KNOWN_KEY : "(yours)";
        out.println("Mayfly is ready.");
        out.println("  endpoint           " + endpoint + "   (plain HTTP works on the same port)");
        out.println("  key                " + key);
        out.println("  connection string  AccountEndpoint=" + endpoint + ";AccountKey=" + key + ";");
        out.println("  data               " + data(settings));
        settings.memoryShares().ifPresent(shares -> out.println("  memory             " + memory(settings, shares)));
        out.println("  direct mode        "
                + (server.directPort().isPresent()
                        ? "port " + server.directPort().getAsInt()
                        : "off"));
        server.clusterPort().ifPresent(port -> out.println("  other servers      port " + port));
        out.println("  certificate        " + endpoint + "_mayfly/certificate");
        out.println("  explorer           " + (settings.explorer() ? endpoint + "_explorer" : "off"));
        server.extraPorts().explorer().ifPresent(port -> out.println("                     and port " + port));
        server.extraPorts().routing().ifPresent(port -> out.println("  routing gateway    port " + port));
        server.extraPorts().probe().ifPresent(port -> out.println("  health probes      port " + port));
        out.flush();
    }

    private static String data(ServerSettings settings) {
        return settings.sharedStore()
                .map(shared -> shared.store() + ", as node " + shared.node())
                .or(() -> settings.dataDirectory()
                        .map(directory -> directory.toAbsolutePath().normalize().toString()))
                .orElse("in memory, lost when the server stops");
    }

    /** Java takes its share when it starts, so a server that was started without the launcher can only complain. */
    private static String memory(ServerSettings settings, MemoryShares shares) {
        long heap = Runtime.getRuntime().maxMemory() >> 20;
        String text = settings.memoryMegabytes().orElseThrow() + " MB, of which " + shares.heap() + " are heap, "
                + shares.direct() + " buffers and " + shares.store() + " the store's";
        return heap <= shares.heap()
                ? text
                : text + "; WARNING: Java was started with a heap of " + heap
                        + " MB. Use the launcher, or start Java with " + shares.javaOptions();
    }

    private static String shown(Setting setting) {
        return setting == Setting.KEY ? "the well-known one" : setting.defaultValue();
    }
}
