package org.mayflydb.app;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.server.Setting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mayfly ready}: tells health checks whether a server can be used, where there may be no other tool to ask with. */
@Command(
        name = "ready",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        exitCodeOnExecutionException = MayflyCommand.EXIT_BUG,
        description = "Checks whether a server is ready, for health checks and start scripts.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the server is ready",
            "1:it is not ready, or not running",
            "2:the command line is wrong, or there is no such host",
            "3:a bug in Mayfly"
        })
final class ReadyCommand implements Callable<Integer> {
    private static final int EXIT_READY = 0;
    private static final int EXIT_NOT_READY = 1;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "${env:MAYFLY_HOST:-127.0.0.1}",
            description = "Its host. Default: MAYFLY_HOST, or 127.0.0.1")
    @SuppressWarnings("NullAway.Init") // picocli sets the default
    private String host;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Its port for HTTP. Default: MAYFLY_PROBE_PORT, MAYFLY_PORT, or 8081")
    private @Nullable Integer givenPort;

    private int port;

    @Option(
            names = "--attempts",
            paramLabel = "COUNT",
            defaultValue = "1",
            description = "How often to try, about twice a second. Default: 1")
    private int attempts;

    private final Pause pause;

    ReadyCommand(Pause pause) {
        this.pause = pause;
    }

    /** The port for probes where there is one: it is known even if the other one was chosen by an argument. */
    static int defaultPort(Map<String, String> environment) {
        for (Setting setting : List.of(Setting.PROBE_PORT, Setting.PORT)) {
            String text = environment.getOrDefault(setting.environmentVariable(), "");
            if (text.matches("[1-9]\\d{0,4}")) {
                return Integer.parseInt(text);
            }
        }
        return Integer.parseInt(Setting.PORT.defaultValue());
    }

    @Override
    public Integer call() {
        port = givenPort == null ? defaultPort(System.getenv()) : givenPort;
        ReadyQuestion question = new ReadyQuestion(new InetSocketAddress(address(), port));
        ReadyAnswer answer = question.ask();
        for (int attempt = 1; !answer.isReady(); attempt++) {
            if (attempt >= attempts) {
                spec.commandLine()
                        .getErr()
                        .println("mayfly ready: no server is ready at " + where()
                                + (answer.text().isEmpty() ? "" : ": " + answer.text()));
                return EXIT_NOT_READY;
            }
            pause.take();
            answer = question.ask();
        }
        spec.commandLine().getOut().println("The server at " + where() + " is ready.");
        return EXIT_READY;
    }

    private String where() {
        return host + ":" + port;
    }

    private InetAddress address() {
        try {
            InetAddress address = InetAddress.getByName(host);
            // Who listens on all addresses is asked at the nearest.
            return address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address;
        } catch (UnknownHostException unknown) {
            throw new UnavailableException("there is no host " + host, unknown);
        }
    }
}
