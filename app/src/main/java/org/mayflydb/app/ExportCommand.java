package org.mayflydb.app;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.Account;
import org.mayflydb.app.endpoint.ConnectionOptions;
import org.mayflydb.app.endpoint.Endpoint;
import org.mayflydb.app.endpoint.Exit;
import org.mayflydb.app.transfer.Exporter;
import org.mayflydb.app.transfer.ItemLine;
import org.mayflydb.app.transfer.TransferProgress;
import org.mayflydb.base.BadRequestException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mayfly export}: writes the items of a container to a file, one on each line. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        exitCodeOnExecutionException = Exit.FAILED,
        description = {
            "Writes the items of a container to a file, as JSON with one item on each line.",
            "If it is interrupted, even by kill -9, --resume continues it: no item is missing and none is written twice."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  mayfly export --database shop --container orders --output orders.jsonl",
            "  mayfly export --database shop --container orders --output orders.jsonl --resume",
            "  mayfly export --database shop --container orders --query \"c.total > 100\"",
            "  mayfly export --database shop --container orders --with-container --timestamps | gzip >orders.gz"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all items were written",
            Exit.FAILED_TEXT,
            "2:the command line is wrong, or the file cannot be written",
            Exit.UNREACHABLE_TEXT,
            Exit.REFUSED_TEXT
        })
final class ExportCommand implements Callable<Integer> {
    private static final String STANDARD_OUTPUT = "-";

    private final Terminal terminal;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final ContainerOptions container = new ContainerOptions();

    @Option(
            names = "--output",
            paramLabel = "FILE",
            defaultValue = STANDARD_OUTPUT,
            description = "File to write; - is the standard output, which is the default.")
    @SuppressWarnings("NullAway.Init") // there is a default
    private String output;

    @Option(
            names = "--query",
            paramLabel = "WHERE",
            description = "Export only items that match this condition on c, such as \"c.total > 100\".")
    private @Nullable String where;

    @Option(names = "--resume", description = "Continue an interrupted export to this file, if there is one.")
    private boolean resume;

    @Option(names = "--overwrite", description = "Replace the file if it exists.")
    private boolean overwrite;

    @Option(
            names = "--system-properties",
            description = "Keep _rid, _self, _etag, _attachments and _ts, which are otherwise left out.")
    private boolean systemProperties;

    @Option(names = "--timestamps", description = "Keep _ts, which an import needs for --keep-deadlines.")
    private boolean timestamps;

    @Option(
            names = "--with-container",
            description = "Describe the container on the first line, so that an import can create it.")
    private boolean withContainer;

    @Option(
            names = "--parallel",
            paramLabel = "N",
            defaultValue = "4",
            description = "Number of physical partitions to read at the same time. Default: 4")
    private int parallel;

    ExportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        boolean toFile = !output.equals(STANDARD_OUTPUT);
        if ((resume || overwrite) && !toFile) {
            throw new BadRequestException("--resume and --overwrite need a file: pass --output.");
        }
        if (resume && overwrite) {
            throw new BadRequestException("--resume continues the file and --overwrite replaces it: pass one of them.");
        }
        Account account = new Account(Endpoint.of(connection.connection(System.getenv())));
        PrintWriter err = spec.commandLine().getErr();
        TransferProgress progress = new TransferProgress(err, terminal.interactive(), System::nanoTime);
        Exporter exporter = new Exporter(
                account.items(container.address()),
                new Exporter.Options(where, kept(), withContainer, parallel),
                progress,
                System::nanoTime);
        long items;
        Interruption interruption = Interruption.watch(err, () -> interrupted(exporter.exported(), toFile));
        try {
            items = toFile
                    ? exporter.toFile(Path.of(output), existing())
                    : exporter.toStream(new FileOutputStream(FileDescriptor.out));
        } finally {
            interruption.end();
        }
        err.println(String.format(Locale.ROOT, "%s exported, %,.0f/s.", CountText.of(items, "item"), progress.rate()));
        err.flush();
        return Exit.OK;
    }

    private Exporter.Existing existing() {
        if (overwrite) {
            return Exporter.Existing.OVERWRITE;
        }
        return resume ? Exporter.Existing.RESUME : Exporter.Existing.KEEP;
    }

    private static String interrupted(long items, boolean toFile) {
        return "Interrupted after " + CountText.of(items, "item") + "."
                + (toFile ? " To continue, run the same command with --resume." : "");
    }

    private ItemLine.Kept kept() {
        if (systemProperties) {
            return ItemLine.Kept.ALL;
        }
        return timestamps ? ItemLine.Kept.TIMESTAMP : ItemLine.Kept.NONE;
    }
}
