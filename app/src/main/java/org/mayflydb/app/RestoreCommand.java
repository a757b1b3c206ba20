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

/** {@code mayfly restore BACKUP --data DIR}: makes a data directory out of a backup. */
@Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        exitCodeOnExecutionException = MayflyCommand.EXIT_BUG,
        description = {
            "Makes a data directory out of a backup, which stays as it is.",
            "What has expired by now is removed and never comes back to life, unless --revive-expired asks for it.",
            "If it is interrupted, the directory is refused from then on: remove it and restore again."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  mayfly restore backups/monday --data mayfly-data",
            "  mayfly restore backups/monday --data copy --disable-ttl",
            "        what lives now stays, because nothing expires any more",
            "  mayfly restore backups/monday --data copy --disable-ttl --revive-expired",
            "        the same, and what has expired since Monday lives again"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the data directory can be used",
            "1:the restored store has findings, and is refused from now on",
            "2:the command was not understood, or there is no such backup, or the directory is not empty",
            "3:it failed, which is a bug"
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
            description = "The directory to restore to: empty, or not there yet.")
    @SuppressWarnings("NullAway.Init") // picocli sets it, or does not run the command
    private Path data;

    @Option(
            names = "--disable-ttl",
            description =
                    "Remove the default time to live, and a ttlPropertyPath, from every container, so that nothing"
                            + " expires any more.")
    private boolean disableTtl;

    @Option(
            names = "--revive-expired",
            description =
                    "Keep what has expired by now. With --disable-ttl it lives again; without, it is stored unseen"
                            + " until a server purges it.")
    private boolean reviveExpired;

    @Option(names = "--no-check", description = "Do not look for damage in the restored store.")
    private boolean noCheck;

    @Override
    public Integer call() {
        RestoreReport report = Restore.run(
                Backup.find(backup),
                data,
                new RestoreOptions(disableTtl, reviveExpired, !noCheck),
                StoreFinder.provider(),
                SystemTime.source());
        print(report);
        return report.findings().isEmpty() ? EXIT_RESTORED : EXIT_FINDINGS;
    }

    private void print(RestoreReport report) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("Restored " + backup + " to " + data + ": " + Count.of(report.containers(), "container") + ", "
                + Count.of(report.items(), "live item") + ".");
        if (reviveExpired) {
            out.println(Count.of(report.keptItems(), "item") + " had expired by " + report.moment()
                    + (disableTtl ? ": brought back to life." : ": still stored, and unseen."));
        } else {
            out.println(Count.of(report.purgedItems(), "item") + " had expired by " + report.moment()
                    + (report.purgedItems() == 1 ? " and was removed." : " and were removed."));
        }
        if (disableTtl) {
            out.println("Time to live was switched off in " + Count.of(report.disabledContainers(), "container") + ".");
        }
        if (!report.findings().isEmpty()) {
            out.println("The store is not sound and must not be used. "
                    + Count.of(report.findings().size(), "finding") + ":");
            report.findings().forEach(finding -> out.println("  " + finding));
        } else if (!noCheck) {
            out.println("The store is sound.");
        }
        out.flush();
    }
}
