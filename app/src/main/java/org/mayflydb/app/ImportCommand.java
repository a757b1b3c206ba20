package org.mayflydb.app;

import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.Account;
import org.mayflydb.app.endpoint.Connection;
import org.mayflydb.app.endpoint.ConnectionOptions;
import org.mayflydb.app.endpoint.Endpoint;
import org.mayflydb.app.endpoint.Exit;
import org.mayflydb.app.endpoint.Waiting;
import org.mayflydb.app.transfer.ImportMode;
import org.mayflydb.app.transfer.ImportResult;
import org.mayflydb.app.transfer.ImportTarget;
import org.mayflydb.app.transfer.Importer;
import org.mayflydb.app.transfer.Progress;
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
            "If it is interrupted, even by kill -9, --resume goes on where it was: no line is left out. Items begin to live"
                    + " anew, as with every write, unless --keep-deadlines is given."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  mayfly import --database shop --container orders orders.jsonl",
            "  mayfly import --database shop --container orders orders.jsonl --resume",
            "  mayfly import --database shop --container orders --mode skip --on-error skip --errors bad.jsonl orders.jsonl",
            "  gunzip <orders.gz | mayfly import --database shop --container orders --keep-deadlines -"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all items were imported, or left out as asked for",
            "1:the endpoint was asked and something failed, or lines could not be imported",
            "2:the command was not understood, or the file cannot be read",
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
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = "create",
            description =
                    "Where an item is there already: create makes that an error, upsert replaces it, skip leaves it"
                            + " alone. Default: create")
    @SuppressWarnings("NullAway.Init") // there is a default
    private String mode;

    @Option(
            names = "--parallel",
            paramLabel = "N",
            defaultValue = "4",
            description = "How many requests are under way at the same time, each with up to 100 items. Default: 4")
    private int parallel;

    @Option(
            names = "--resume",
            description = "Go on with an import of this file that was interrupted, if there is one.")
    private boolean resume;

    @Option(
            names = "--keep-deadlines",
            description = "Let items end when they would have: each with a deadline gets the seconds it has left as its"
                    + " ttl, and those that have expired are left out. Needs lines with _ts; the default time to live is"
                    + " that of the container described on the first line, or else that of the target.")
    private boolean keepDeadlines;

    @Option(
            names = "--on-error",
            paramLabel = "ACTION",
            defaultValue = "stop",
            description = "After a line that cannot be imported: stop, or skip it. Default: stop")
    @SuppressWarnings("NullAway.Init") // there is a default
    private String onError;

    @Option(
            names = "--errors",
            paramLabel = "FILE",
            description = "With --on-error skip: where such lines go, with their number and the reason.")
    private @Nullable Path errors;

    ImportCommand(Terminal terminal, InputStream in) {
        this.terminal = terminal;
        this.in = in;
    }

    @Override
    public Integer call() {
        boolean fromFile = !input.equals(STANDARD_INPUT);
        if (resume && !fromFile) {
            throw new BadRequestException("Only an import of a file can be resumed.");
        }
        Connection to = connection.connection(System.getenv());
        PrintWriter err = spec.commandLine().getErr();
        Progress progress = new Progress(err, terminal.interactive(), System::nanoTime);
        Importer importer = new Importer(
                new ImportTarget(new Account(Endpoint.of(to)), container.address(), to.toString()),
                new Importer.Options(importMode(), parallel, keepDeadlines, skipErrors(), errors),
                progress,
                SystemTime.source(),
                Waiting.REAL);
        ImportResult result = fromFile ? importer.fromFile(Path.of(input), resume) : importer.fromStream(in);
        print(result, progress);
        return result.failed() == 0 ? Exit.OK : Exit.FAILED;
    }

    private ImportMode importMode() {
        return switch (mode.toLowerCase(Locale.ROOT)) {
            case "create" -> ImportMode.CREATE;
            case "upsert" -> ImportMode.UPSERT;
            case "skip" -> ImportMode.SKIP;
            default -> throw new BadRequestException("--mode is create, upsert or skip, not '" + mode + "'.");
        };
    }

    private boolean skipErrors() {
        boolean skip = onError.equalsIgnoreCase("skip");
        if (!skip && !onError.equalsIgnoreCase("stop")) {
            throw new BadRequestException("--on-error is stop or skip, not '" + onError + "'.");
        }
        if (errors != null && !skip) {
            throw new BadRequestException("--errors needs --on-error skip.");
        }
        return skip;
    }

    private void print(ImportResult result, Progress progress) {
        PrintWriter err = spec.commandLine().getErr();
        if (result.stopped() != null) {
            err.println(spec.qualifiedName() + ": stopped at " + result.stopped());
        }
        err.println(String.format(
                Locale.ROOT, "%s imported, %,.0f/s.", Count.of(result.written(), "item"), progress.rate()));
        print(result.skipped(), " there already and left alone");
        print(result.expired(), " expired and left out");
        print(result.failed(), " not imported");
        err.flush();
    }

    private void print(long items, String what) {
        if (items > 0) {
            spec.commandLine().getErr().println(Count.of(items, "item") + what + ".");
        }
    }
}
