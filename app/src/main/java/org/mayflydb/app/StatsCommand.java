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

/** {@code mayfly stats}: what every container holds, and how its purge gets on. */
@Command(
        name = "stats",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Shows for every container of a running server items, bytes, default time to live, what has expired and waits",
            "to be purged, how late the purge is, and throughput."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  mayfly stats                   once",
            "  mayfly stats --watch 5         again every five seconds, until it is interrupted",
            "  mayfly stats --json            for programs"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {Exit.OK_TEXT, Exit.FAILED_TEXT, Exit.USAGE_TEXT, Exit.UNREACHABLE_TEXT, Exit.REFUSED_TEXT})
final class StatsCommand implements Callable<Integer> {
    /** Clears the screen and goes to its corner. */
    private static final String CLEAR = "\u001b[2J\u001b[H";

    private final Terminal terminal;
    private final Waiting waiting;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Option(names = "--watch", paramLabel = "SECONDS", description = "Show it again every so many seconds.")
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
            throw new BadRequestException("--watch takes one second or more.");
        }
        Session session = new Session(Endpoint.of(connection.connection(System.getenv())));
        PrintWriter out = spec.commandLine().getOut();
        StatisticsReport.of(session).print(out, json);
        while (watchSeconds != null) {
            try {
                waiting.await(Duration.ofSeconds(watchSeconds));
            } catch (InterruptedException enough) {
                Thread.currentThread().interrupt();
                break;
            }
            var report = StatisticsReport.of(session);
            if (!json) {
                out.print(terminal.interactive() ? CLEAR : System.lineSeparator());
            }
            report.print(out, json);
        }
        return Exit.OK;
    }
}
