package org.mayflydb.app;

import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.AdminApi;
import org.mayflydb.app.endpoint.ConnectionOptions;
import org.mayflydb.app.endpoint.Endpoint;
import org.mayflydb.app.endpoint.Exit;
import org.mayflydb.backup.Backup;
import org.mayflydb.backup.BackupManifest;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.SystemTime;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.storage.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mayfly backup NAME}: makes a backup of a running server or of a data directory. */
@Command(
        name = "backup",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        exitCodeOnExecutionException = Exit.FAILED,
        description = {
            "Makes a backup of all databases, as a consistent snapshot.",
            "Without --data, a running server makes it below its --backup-directory and continues to serve requests. With"
                    + " --data, this command copies a data directory that no server is using.",
            "Immutable files are hard-linked rather than copied if backup and data are on one file system, so keep a copy"
                    + " of the backup elsewhere. It does not contain the TLS certificate and its key."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  mayfly backup monday                         of the server on this machine",
            "  mayfly backup --endpoint https://db.example:8081 monday",
            "  mayfly backup --data mayfly-data backups/monday"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the backup is complete",
            "1:the server could not make the backup",
            "2:the command line is wrong, or the store cannot be opened, or the backup cannot be written",
            Exit.UNREACHABLE_TEXT,
            Exit.REFUSED_TEXT
        })
final class BackupCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = "--data",
            paramLabel = "DIR",
            converter = StoreFinder.DirectoryConverter.class,
            description = "Back up this data directory, which no server may be using.")
    private @Nullable Path data;

    @Parameters(
            paramLabel = "NAME",
            description = "The name of the backup; with --data, its directory. It must not exist.")
    @SuppressWarnings("NullAway.Init") // picocli sets it, or does not run the command
    private String name;

    @Override
    public Integer call() {
        if (data == null) {
            AdminApi server = new AdminApi(Endpoint.of(connection.connection(System.getenv())));
            print(server.run(
                    "backup", JsonObject.builder().put("directory", name).build()));
        } else {
            print(copy(data));
        }
        return Exit.OK;
    }

    private Backup copy(Path directory) {
        try (Store store = StoreFinder.open(directory)) {
            return Backup.take(
                    store.copier().orElseThrow(() -> new UnavailableException("this kind of store cannot be copied")),
                    target(),
                    SystemTime.source().instant());
        }
    }

    private Path target() {
        try {
            return Path.of(name);
        } catch (InvalidPathException noPath) {
            throw new BadRequestException("'" + name + "' is not a path.");
        }
    }

    private void print(Backup backup) {
        BackupManifest manifest = backup.manifest();
        print(
                backup.directory().toString(),
                manifest.items().containers().size(),
                manifest.items().items(),
                manifest.bytes());
    }

    private void print(JsonObject answer) {
        String directory = answer.get("directory") instanceof JsonString text ? text.value() : name;
        print(
                directory + " (on the server)",
                number(answer.get("containers")),
                number(answer.get("items")),
                number(answer.get("bytes")));
    }

    private static long number(@Nullable JsonValue value) {
        return value instanceof JsonNumber number ? (long) number.doubleValue() : 0;
    }

    private void print(String directory, long containers, long items, long bytes) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("The backup is in " + directory + ": " + CountText.of(containers, "container") + ", "
                + CountText.of(items, "item") + ", " + CountText.of(bytes, "byte") + ".");
        out.flush();
    }
}
