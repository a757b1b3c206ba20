package org.mayflydb.app;

import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.Account;
import org.mayflydb.app.endpoint.Connection;
import org.mayflydb.app.endpoint.ConnectionOptions;
import org.mayflydb.app.endpoint.Endpoint;
import org.mayflydb.app.endpoint.Exit;
import org.mayflydb.app.endpoint.NewContainer;
import org.mayflydb.app.endpoint.Waiting;
import org.mayflydb.app.shell.DefaultTtl;
import org.mayflydb.app.transfer.ImportMode;
import org.mayflydb.app.transfer.ImportResult;
import org.mayflydb.app.transfer.ImportTarget;
import org.mayflydb.app.transfer.Importer;
import org.mayflydb.app.transfer.TransferProgress;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.SystemTime;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mayfly import FILE}: writes the items that stand on the lines of a file to a container. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        exitCodeOnExecutionException = Exit.FAILED,
        description = {
            "Writes the items of a file, JSON with one item on each line, to a container.",
            "If it is interrupted, even by kill -9, --resume continues it and skips no line. As with every write, the TTL"
                    + " of each item starts again, unless you pass --keep-deadlines."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  mayfly import --database shop --container orders orders.jsonl",
            "  mayfly import --database shop --container orders orders.jsonl --resume",
            "  mayfly import --database shop --container new --create --partition-key /customer orders.jsonl",
            "  mayfly import --database shop --container orders --mode skip --on-error skip orders.jsonl",
            "  gunzip <orders.gz | mayfly import --database shop --container orders --keep-deadlines -"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all items were imported, or skipped as requested",
            "1:a request failed, or lines could not be imported",
            "2:the command line is wrong, or the file cannot be read",
            Exit.UNREACHABLE_TEXT,
            Exit.REFUSED_TEXT
        })
final class ImportCommand implements Callable<Integer> {
    private static final String STANDARD_INPUT = "-";

    private final Terminal terminal;
    private final InputStream in;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final ContainerOptions container = new ContainerOptions();

    @Parameters(paramLabel = "FILE", description = "The file with the items; - is the standard input.")
    @SuppressWarnings("NullAway.Init") // picocli sets it, or does not run the command
    private String input;

    @Option(
            names = "--create",
            description = "Create the container, and its database, if it is missing. Needs --partition-key, unless the"
                    + " first line of the file describes the container.")
    private boolean create;

    @Option(
            names = "--partition-key",
            paramLabel = "/PATH",
            description = "With --create: the property that is the partition key, such as /customer. For a hierarchical"
                    + " key, pass it several times.")
    private List<String> partitionKey = List.of();

    @Option(
            names = "--default-ttl",
            paramLabel = "TTL",
            description =
                    "With --create: the default TTL of the container: off, on, or a duration such as 90, 1h or 90d."
                            + " Default: off")
    private @Nullable String defaultTtl;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = "create",
            description = "If an item exists: create reports an error, upsert replaces it, skip leaves it unchanged."
                    + " Default: create")
    @SuppressWarnings("NullAway.Init") // there is a default
    private String mode;

    @Option(
            names = "--parallel",
            paramLabel = "N",
            defaultValue = "4",
            description = "Number of requests to send at the same time, each with up to 100 items. Default: 4")
    private int parallel;

    @Option(names = "--resume", description = "Continue an interrupted import of this file, if there is one.")
    private boolean resume;

    @Option(
            names = "--keep-deadlines",
            description =
                    "Keep the expiry time of each item: its ttl becomes the seconds it has left, and expired items are"
                            + " skipped. Needs lines with _ts; the default TTL is that of the container described on the first"
                            + " line, or else that of the target.")
    private boolean keepDeadlines;

    @Option(
            names = "--on-error",
            paramLabel = "ACTION",
            defaultValue = "stop",
            description = "What to do about a line that cannot be imported: stop, or skip it. Default: stop")
    @SuppressWarnings("NullAway.Init") // there is a default
    private String onError;

    @Option(
            names = "--errors",
            paramLabel = "FILE",
            description =
                    "With --on-error skip: the file that such lines are written to, with their number and the reason.")
    private @Nullable Path errors;

    ImportCommand(Terminal terminal, InputStream in) {
        this.terminal = terminal;
        this.in = in;
    }

    @Override
    public Integer call() {
        boolean fromFile = !input.equals(STANDARD_INPUT);
        if (resume && !fromFile) {
            throw new BadRequestException("Only an import of a file can be resumed, not one of the standard input.");
        }
        Connection to = connection.connection(System.getenv());
        PrintWriter err = spec.commandLine().getErr();
        TransferProgress progress = new TransferProgress(err, terminal.interactive(), System::nanoTime);
        ImportTarget target =
                new ImportTarget(new Account(Endpoint.of(to)), container.address(), to.toString(), newContainer());
        Importer importer = new Importer(
                target,
                new Importer.Options(importMode(), parallel, keepDeadlines, skipErrors(), errors),
                progress,
                SystemTime.source(),
                Waiting.REAL);
        ImportResult result;
        Interruption interruption = Interruption.watch(err, () -> interrupted(importer, fromFile));
        try {
            result = fromFile ? importer.fromFile(Path.of(input), resume) : importer.fromStream(in);
        } finally {
            interruption.end();
        }
        if (target.isCreated()) {
            err.println("Created the container " + container.address() + ".");
        }
        print(result, progress);
        return result.failed() == 0 ? Exit.OK : Exit.FAILED;
    }

    private @Nullable NewContainer newContainer() {
        if (!create) {
            if (!partitionKey.isEmpty() || defaultTtl != null) {
                throw new BadRequestException("--partition-key and --default-ttl need --create.");
            }
            return null;
        }
        if (partitionKey.isEmpty()) {
            if (defaultTtl != null) {
                throw new BadRequestException("--default-ttl needs --partition-key.");
            }
            return null;
        }
        Long ttl = defaultTtl == null ? null : DefaultTtl.parse(defaultTtl).seconds();
        return new NewContainer(NewContainer.paths(partitionKey), ttl, null, false);
    }

    private static String interrupted(Importer importer, boolean fromFile) {
        long items = importer.reached()
                .map(result -> result.written() + result.skipped() + result.expired() + result.failed())
                .orElse(0L);
        return "Interrupted after at least " + CountText.of(items, "item") + "."
                + (fromFile
                        ? " To continue, run the same command with --resume."
                        : " An import of the standard input cannot be resumed; --mode skip skips what it has written.");
    }

    private ImportMode importMode() {
        return switch (mode.toLowerCase(Locale.ROOT)) {
            case "create" -> ImportMode.CREATE;
            case "upsert" -> ImportMode.UPSERT;
            case "skip" -> ImportMode.SKIP;
            default -> throw new BadRequestException("--mode must be create, upsert or skip, not '" + mode + "'.");
        };
    }

    private boolean skipErrors() {
        boolean skip = onError.equalsIgnoreCase("skip");
        if (!skip && !onError.equalsIgnoreCase("stop")) {
            throw new BadRequestException("--on-error must be stop or skip, not '" + onError + "'.");
        }
        if (errors != null && !skip) {
            throw new BadRequestException("--errors needs --on-error skip.");
        }
        return skip;
    }

    private void print(ImportResult result, TransferProgress progress) {
        PrintWriter err = spec.commandLine().getErr();
        if (result.stopped() != null) {
            err.println(spec.qualifiedName() + ": stopped at " + result.stopped());
        }
        err.println(String.format(
                Locale.ROOT, "%s imported, %,.0f/s.", CountText.of(result.written(), "item"), progress.rate()));
        print(result.skipped(), " existed already and left unchanged");
        print(result.expired(), " expired and skipped");
        print(result.failed(), " not imported");
        if (result.stopped() != null && !input.equals(STANDARD_INPUT)) {
            err.println("Correct the line and continue with --resume, or pass --on-error skip.");
        }
        err.flush();
    }

    private void print(long items, String what) {
        if (items > 0) {
            spec.commandLine().getErr().println(CountText.of(items, "item") + what + ".");
        }
    }
}
