package org.mayflydb.app;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.ConnectionOptions;
import org.mayflydb.app.endpoint.Endpoint;
import org.mayflydb.app.endpoint.Exit;
import org.mayflydb.app.endpoint.Waiting;
import org.mayflydb.app.shell.Session;
import org.mayflydb.app.shell.StatisticsReport;
import org.mayflydb.base.BadRequestException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mayfly stats}: statistics of every container. */
@Command(
        name = "stats",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Shows items, bytes, default TTL, expired items that wait for the purge, how late the purge is, and the"
                    + " throughput of every container of a running server."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  mayfly stats                   once",
            "  mayfly stats --watch 5         every five seconds, until Ctrl-C",
            "  mayfly stats --json            as JSON"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {Exit.OK_TEXT, Exit.FAILED_TEXT, Exit.USAGE_TEXT, Exit.UNREACHABLE_TEXT, Exit.REFUSED_TEXT})
final class StatsCommand implements Callable<Integer> {
    /** Clears the screen and moves the cursor to its top. */
    private static final String CLEAR = "\u001b[2J\u001b[H";

    private final Terminal terminal;
    private final Waiting waiting;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Option(names = "--watch", paramLabel = "SECONDS", description = "Refresh every so many seconds.")
    private @Nullable Integer watchSeconds;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    StatsCommand(Terminal terminal, Waiting waiting) {
        this.terminal = terminal;
        this.waiting = waiting;
    }

    @Override
    public Integer call() {
        if (watchSeconds != null && watchSeconds < 1) {
            throw new BadRequestException("--watch takes a number of seconds, at least 1.");
        }
        Session session = new Session(Endpoint.of(connection.connection(System.getenv())));
        PrintWriter out = spec.commandLine().getOut();
        StatisticsReport.of(session, Integer.MAX_VALUE).print(out, json);
        while (watchSeconds != null) {
            try {
                waiting.await(Duration.ofSeconds(watchSeconds));
            } catch (InterruptedException enough) {
                Thread.currentThread().interrupt();
                break;
            }
            var report = StatisticsReport.of(session, Integer.MAX_VALUE);
            if (!json) {
                out.print(terminal.interactive() ? CLEAR : System.lineSeparator());
            }
            report.print(out, json);
        }
        return Exit.OK;
    }
}
