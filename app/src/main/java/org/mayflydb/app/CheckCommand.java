package org.mayflydb.app;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.mayflydb.database.CheckReport;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.storage.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mayfly check DIR}: checks a data directory for damage. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        exitCodeOnExecutionException = MayflyCommand.EXIT_BUG,
        description = {
            "Checks a data directory for damage: checksums, every item and every index entry, and all counters.",
            "Changes no data. Prints the first thousand findings."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the store is sound",
            "1:there are findings",
            "2:the command line is wrong, or there is no store, or it cannot be opened",
            "3:a bug in Mayfly"
        })
final class CheckCommand implements Callable<Integer> {
    private static final int EXIT_SOUND = 0;
    private static final int EXIT_FINDINGS = 1;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Parameters(
            paramLabel = "DIR",
            converter = StoreFinder.DirectoryConverter.class,
            description = "The data directory. No server may be using it.")
    @SuppressWarnings("NullAway.Init") // picocli sets it, or does not run the command
    private Path directory;

    @Override
    public Integer call() {
        try (Store store = StoreFinder.open(directory)) {
            CheckReport report = StoreCheck.run(store);
            print(report);
            return report.isSound() ? EXIT_SOUND : EXIT_FINDINGS;
        }
    }

    private void print(CheckReport report) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("Checked " + directory + ": " + CountText.of(report.containers(), "container") + ", "
                + CountText.of(report.partitions(), "partition") + ", " + CountText.of(report.items(), "item") + ".");
        if (report.isSound()) {
            out.println("The store is sound.");
        } else {
            out.println(CountText.of(report.findings().size(), "finding") + ":");
            report.findings().forEach(finding -> out.println("  " + finding));
        }
        out.flush();
    }
}
