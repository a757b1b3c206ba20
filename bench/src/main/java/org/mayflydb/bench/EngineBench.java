package org.mayflydb.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures the embedded database beside bare RocksDB and prints ratios. */
@Command(name = "engine-bench", description = "Measures the embedded database beside bare RocksDB.")
public final class EngineBench implements Callable<Integer> {
    private static final int WARM_UP_ITEMS = 5000;
    private static final double WARM_UP_SECONDS = 1;

    /** How many times slower something may be in the large container than in the small one. */
    private static final double GROWTH_MAX = 1.5;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--only", split = ",", description = "What to measure: ${COMPLETION-CANDIDATES} (default: all).")
    private Set<BenchSettings.Subject> subjects = EnumSet.allOf(BenchSettings.Subject.class);

    @Option(names = "--purged", description = "Expired items per round of a purge, in hundreds (default: 10).")
    private int purgedHundreds = 10;

    private EngineBench() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new EngineBench()).setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public Integer call() {
        PrintWriter out =
                Invariant.present(spec, "picocli sets it").commandLine().getOut();
        try (WorkDirectory directory = options.makeDirectory()) {
            run(out, directory);
            return 0;
        }
    }

    private void run(PrintWriter out, WorkDirectory directory) {
        BenchSettings settings = new BenchSettings(
                options.items(), options.seconds(), subjects, purgedHundreds * 100, options.rocksOptions());
        if (options.warmsUp()) {
            BenchSettings brief = settings.withSeconds(WARM_UP_SECONDS);
            measure(brief, WARM_UP_ITEMS, new WorkDirectory(directory.inner("warm-up")), out, false);
        }
        List<BenchRun.Result> results = new ArrayList<>();
        out.println(BenchReport.header());
        for (int size : settings.items()) {
            results.add(measure(settings, size, new WorkDirectory(directory.inner("items-" + size)), out, true));
        }
        out.println();
        results.forEach(result -> out.print(BenchReport.ttlChange(result)));
        if (results.size() > 1) {
            out.println();
            out.print(BenchReport.growth(
                    results.get(0).measurements(),
                    results.get(results.size() - 1).measurements(),
                    GROWTH_MAX));
        }
        out.flush();
    }

    private static BenchRun.Result measure(
            BenchSettings settings, int size, WorkDirectory directory, PrintWriter out, boolean show) {
        try (directory) {
            return BenchRun.run(settings, size, directory.path(), measurement -> {
                if (show) {
                    out.println(BenchReport.row(measurement));
                    out.flush();
                }
            });
        }
    }
}
