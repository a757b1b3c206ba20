package org.mayflydb.app;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.database.CheckReport;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mayfly check DIR}: reads a whole store and says whether everything in it fits together. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        exitCodeOnExecutionException = MayflyCommand.EXIT_BUG,
        description = {
            "Reads a whole store and reports what does not fit together.",
            "Compares checksums, every item with its entries, every entry with its item, and the counters with the sum. "
                    + "Changes no data. Prints the first thousand findings."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the store is sound",
            "1:there are findings",
            "2:the command was not understood, or there is no store, or it cannot be opened",
            "3:the check itself failed, which is a bug"
        })
final class CheckCommand implements Callable<Integer> {
    private static final int EXIT_SOUND = 0;
    private static final int EXIT_FINDINGS = 1;

    /** Every store of RocksDB has this file. Opening makes a store where there is none, so this is asked before. */
    private static final String STORE_FILE = "CURRENT";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "The directory of the store. No other process may have it open.")
    @SuppressWarnings("NullAway.Init") // picocli sets it, or does not run the command
    private Path directory;

    @Override
    public Integer call() {
        requireStore();
        try (Store store = open()) {
            CheckReport report = StoreCheck.run(store);
            print(report);
            return report.isSound() ? EXIT_SOUND : EXIT_FINDINGS;
        }
    }

    private void requireStore() {
        if (!Files.exists(directory)) {
            throw new UnavailableException("there is no directory " + directory);
        }
        if (!Files.isDirectory(directory)) {
            throw new UnavailableException(directory + " is not a directory");
        }
        if (!Files.exists(directory.resolve(STORE_FILE))) {
            throw new UnavailableException(
                    "there is no store in " + directory + ": it has no file " + STORE_FILE + ", as every store does");
        }
    }

    private Store open() {
        StoreProvider provider = ServiceLoader.load(StoreProvider.class)
                .findFirst()
                .orElseThrow(() -> new UnavailableException("no durable store is on the class path"));
        try {
            return provider.open(directory);
        } catch (LinkageError unsupported) {
            throw new UnavailableException(
                    "the native library of the store " + provider.name() + " cannot be loaded here: " + unsupported,
                    unsupported);
        }
    }

    private void print(CheckReport report) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("Checked " + directory + ": " + Count.of(report.containers(), "container") + ", "
                + Count.of(report.partitions(), "partition") + ", " + Count.of(report.items(), "item") + ".");
        if (report.isSound()) {
            out.println("The store is sound.");
        } else {
            out.println(Count.of(report.findings().size(), "finding") + ":");
            report.findings().forEach(finding -> out.println("  " + finding));
        }
        out.flush();
    }
}
