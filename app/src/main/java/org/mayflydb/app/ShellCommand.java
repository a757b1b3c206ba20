package org.mayflydb.app;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.ConnectionOptions;
import org.mayflydb.app.endpoint.Endpoint;
import org.mayflydb.app.endpoint.Exit;
import org.mayflydb.app.shell.BatchShell;
import org.mayflydb.app.shell.FileTalk;
import org.mayflydb.app.shell.HistoryFile;
import org.mayflydb.app.shell.InteractiveShell;
import org.mayflydb.app.shell.Interpreter;
import org.mayflydb.app.shell.RowFormat;
import org.mayflydb.app.shell.Session;
import org.mayflydb.base.BadRequestException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mayfly shell}: queries and questions about time to live, typed or from a file. */
@Command(
        name = "shell",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Asks a running server, or the service itself, in SQL, and about time to live.",
            "Without a terminal, statements come from --execute or the standard input, and only results are printed."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  mayfly shell                    the server on this machine; .help lists what there is",
            "  mayfly shell shop/orders -e 'SELECT * FROM c WHERE c.total > 10' -o jsonl",
            "  mayfly shell shop/orders -e '.ttl 90d' --yes",
            "  mayfly shell shop/orders <questions.sql"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            Exit.OK_TEXT,
            Exit.FAILED_TEXT,
            Exit.USAGE_TEXT + ", or a statement was not",
            Exit.UNREACHABLE_TEXT,
            Exit.REFUSED_TEXT
        })
final class ShellCommand implements Callable<Integer> {
    private static final int PAGE_SIZE_MAX = 10_000;

    private final Terminal terminal;
    private final InputStream in;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "DATABASE[/CONTAINER]", arity = "0..1", description = "What is meant from the start.")
    private @Nullable String target;

    @Option(
            names = {"-e", "--execute"},
            paramLabel = "STATEMENTS",
            description = "Run these and end; may be given several times.")
    private List<String> statements = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "How rows are printed: json, jsonl, table or csv. Default: table")
    private RowFormat output = RowFormat.TABLE;

    @Option(
            names = "--page-size",
            paramLabel = "ROWS",
            description = "How many rows are fetched, and at a terminal shown, at a time. Default: 20 at a terminal,"
                    + " else 1000")
    private @Nullable Integer pageSize;

    @Option(
            names = {"-y", "--yes"},
            description = "Confirm changes beforehand, where nobody can be asked.")
    private boolean yes;

    ShellCommand(Terminal terminal, InputStream in) {
        this.terminal = terminal;
        this.in = in;
    }

    @Override
    public Integer call() throws IOException {
        boolean typed = statements.isEmpty() && terminal.interactive();
        int rows = pageSize == null ? (typed ? 20 : 1000) : pageSize;
        if (rows < 1 || rows > PAGE_SIZE_MAX) {
            throw new BadRequestException("--page-size is between 1 and " + PAGE_SIZE_MAX + ".");
        }
        Session session = new Session(Endpoint.of(connection.connection(System.getenv())));
        if (target != null) {
            session.use(target);
        }
        if (typed) {
            talk(session, rows);
        } else {
            BatchShell batch = new BatchShell(
                    new Interpreter(session, new FileTalk(spec.commandLine().getOut(), yes), output, rows));
            if (statements.isEmpty()) {
                batch.run(in);
            }
            statements.forEach(batch::run);
        }
        return Exit.OK;
    }

    /** The terminal is driven by the programs that every Unix has for it: no native code, and nothing to warn of. */
    private void talk(Session session, int rows) throws IOException {
        if (output != RowFormat.TABLE && output != RowFormat.JSON) {
            throw new BadRequestException("At a terminal rows are shown as table or json.");
        }
        // Who is not there, or does not let us in, is better heard of now than after the first query.
        session.account().describe();
        try (org.jline.terminal.Terminal screen = TerminalBuilder.builder()
                .system(true)
                .provider("exec")
                .dumb(true)
                .build()) {
            new InteractiveShell(
                            screen,
                            session,
                            output,
                            rows,
                            HistoryFile.find(System.getenv(), System.getProperty("user.home", ".")))
                    .run();
        }
    }
}
