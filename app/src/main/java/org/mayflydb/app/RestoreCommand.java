package org.mayflydb.app;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.mayflydb.backup.Backup;
import org.mayflydb.backup.Restore;
import org.mayflydb.backup.RestoreOptions;
import org.mayflydb.backup.RestoreReport;
import org.mayflydb.base.SystemTime;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mayfly restore BACKUP --data DIR}: creates a data directory from a backup. */
@Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        exitCodeOnExecutionException = MayflyCommand.EXIT_BUG,
        description = {
            "Creates a data directory from a backup. The backup is not changed.",
            "Items that have expired in the meantime are removed. To keep them, pass --revive-expired.",
            "If it is interrupted, the directory cannot be used: remove it and restore again."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  mayfly restore backups/monday --data mayfly-data",
            "  mayfly restore backups/monday --data copy --disable-ttl",
            "        keep what has not expired yet for good: nothing expires any more",
            "  mayfly restore backups/monday --data copy --disable-ttl --revive-expired",
            "        the same, and bring back what has expired since Monday"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the data directory is ready",
            "1:the check of the restored store failed, and it cannot be used",
            "2:the command line is wrong, or there is no such backup, or the directory is not empty",
            "3:a bug in Mayfly"
        })
final class RestoreCommand implements Callable<Integer> {
    private static final int EXIT_RESTORED = 0;
    private static final int EXIT_FINDINGS = 1;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Parameters(paramLabel = "BACKUP", description = "The directory of the backup.")
    @SuppressWarnings("NullAway.Init") // picocli sets it, or does not run the command
    private Path backup;

    @Option(
            names = "--data",
            required = true,
            paramLabel = "DIR",
            converter = StoreFinder.DirectoryConverter.class,
            description = "The directory to create, or an empty one.")
    @SuppressWarnings("NullAway.Init") // picocli sets it, or does not run the command
    private Path data;

    @Option(
            names = "--disable-ttl",
            description = "Remove the default TTL, and a ttlPropertyPath, from every container, so that nothing expires"
                    + " any more.")
    private boolean disableTtl;

    @Option(
            names = "--revive-expired",
            description =
                    "Keep items that have expired. With --disable-ttl they become visible again; without it, they stay"
                            + " invisible until a server purges them.")
    private boolean reviveExpired;

    @Option(names = "--no-check", description = "Do not check the restored store for damage.")
    private boolean noCheck;

    @Override
    public Integer call() {
        RestoreReport report = Restore.run(
                Backup.find(backup),
                data,
                new RestoreOptions(disableTtl, reviveExpired, !noCheck),
                SystemTime.source());
        print(report);
        return report.findings().isEmpty() ? EXIT_RESTORED : EXIT_FINDINGS;
    }

    private void print(RestoreReport report) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("Restored " + backup + " to " + data + ": " + CountText.of(report.containers(), "container") + ", "
                + CountText.of(report.items(), "live item") + ".");
        if (reviveExpired) {
            out.println(CountText.of(report.keptItems(), "item") + " had expired by " + report.moment()
                    + (disableTtl ? ": visible again." : ": kept, but invisible."));
        } else {
            out.println(CountText.of(report.purgedItems(), "item") + " had expired by " + report.moment()
                    + (report.purgedItems() == 1 ? " and was removed." : " and were removed."));
        }
        if (disableTtl) {
            out.println("TTL was turned off in " + CountText.of(report.disabledContainers(), "container") + ".");
        }
        if (!report.findings().isEmpty()) {
            out.println("The store is damaged and must not be used. "
                    + CountText.of(report.findings().size(), "finding") + ":");
            report.findings().forEach(finding -> out.println("  " + finding));
        } else if (!noCheck) {
            out.println("The store is sound.");
        }
        out.flush();
    }
}
