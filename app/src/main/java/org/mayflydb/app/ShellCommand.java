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
import org.mayflydb.app.shell.OutputFormat;
import org.mayflydb.app.shell.Session;
import org.mayflydb.base.BadRequestException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mayfly shell}: runs queries and commands, typed or from a file. */
@Command(
        name = "shell",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Queries a running server, or Azure Cosmos DB itself. Also creates databases, containers and items.",
            "Without a terminal, statements come from --execute or the standard input, and only results are printed."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  mayfly shell                    connect to the server on this machine; type .help for help",
            "  mayfly shell -e '.create shop/orders --partition-key /customer --ttl 90d'",
            "  mayfly shell shop/orders -e '.insert {\"id\": \"o1\", \"customer\": \"ann\"}'",
            "  mayfly shell shop/orders -e 'SELECT * FROM c WHERE c.total > 10' -o jsonl",
            "  mayfly shell shop/orders -e '.ttl 90d' --yes",
            "  mayfly shell shop/orders <queries.sql"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            Exit.OK_TEXT,
            Exit.FAILED_TEXT,
            Exit.USAGE_TEXT + ", or a statement is",
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

    @Parameters(
            paramLabel = "DATABASE[/CONTAINER]",
            arity = "0..1",
            description = "The database or container to start with.")
    private @Nullable String target;

    @Option(
            names = {"-e", "--execute"},
            paramLabel = "STATEMENTS",
            description = "Run these statements and exit; may be given several times.")
    private List<String> statements = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "Format of rows: json, jsonl, table or csv. Default: table")
    private OutputFormat output = OutputFormat.TABLE;

    @Option(
            names = "--page-size",
            paramLabel = "ROWS",
            description = "Number of rows to fetch, and at a terminal to show, at a time. Default: 20 at a terminal,"
                    + " otherwise 1000")
    private @Nullable Integer pageSize;

    @Option(
            names = {"-y", "--yes"},
            description = "Confirm changes without asking.")
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
            throw new BadRequestException("--page-size must be between 1 and " + PAGE_SIZE_MAX + ".");
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

    /** The terminal is driven by the programs that every Unix has for it, so no native code is needed. */
    private void talk(Session session, int rows) throws IOException {
        if (output != OutputFormat.TABLE && output != OutputFormat.JSON) {
            throw new BadRequestException("At a terminal, --output must be table or json.");
        }
        // Fails now rather than after the first query if the server is down or refuses the key.
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
