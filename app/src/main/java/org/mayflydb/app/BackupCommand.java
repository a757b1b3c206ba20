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

/** {@code mayfly backup NAME}: takes a backup, of a server that runs or of a data directory that nobody has open. */
@Command(
        name = "backup",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        exitCodeOnExecutionException = Exit.FAILED,
        description = {
            "Takes a backup of everything as it is at one moment.",
            "Without --data a running server makes it, while requests go on, below the directory that it was started with"
                    + " as --backup-directory. With --data the store is opened here.",
            "Files that do not change are linked, not copied, where backup and data are on one file system: keep a copy of"
                    + " the backup elsewhere. The TLS certificate and its key are not in it."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  mayfly backup monday                         the server on this machine makes it",
            "  mayfly backup --endpoint https://db.example:8081 monday",
            "  mayfly backup --data mayfly-data backups/monday"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the backup is there",
            "1:the server was asked and something failed",
            "2:the command was not understood, or the store cannot be opened, or the directory cannot be written",
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
            description = "Copy the store in this directory, which no process may have open.")
    private @Nullable Path data;

    @Parameters(
            paramLabel = "NAME",
            description = "The name of the backup; with --data the directory that it goes to. It must not exist.")
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
                    store.copier().orElseThrow(() -> new UnavailableException("such a store cannot be copied")),
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
        out.println("The backup is in " + directory + ": " + Count.of(containers, "container") + ", "
                + Count.of(items, "item") + ", " + Count.of(bytes, "byte") + ".");
        out.flush();
    }
}
