package org.mayflydb.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.storage.Durability;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures queries, and what their index costs, beside bare RocksDB with the same keys, and prints ratios. */
@Command(name = "query-bench", description = "Measures queries beside bare RocksDB with the same keys.")
public final class QueryBench implements Callable<Integer> {
    private static final int WARM_UP_ITEMS = 10_000;
    private static final double WARM_UP_SECONDS = 3;

    /** How many times slower a query may be in the large container than in the small one. */
    private static final double GROWTH_MAX = 2;

    /** A third of the speed of the reads that a query cannot do without. */
    private static final double LOOK_UP_AIM = 0.33;

    private static final double COUNT_AIM = 0.6;

    private static final String CONTAINS = "SELECT * FROM c WHERE CONTAINS(c.note, 'abcde')";
    private static final String SUM = "SELECT * FROM c WHERE c.quantity + c.weight = 5000";

    /** What there is to measure. */
    enum Subject {
        EQUALITY,
        ORDER,
        COUNT,
        FILTER,
        CREATE
    }

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--only", split = ",", description = "What to measure: ${COMPLETION-CANDIDATES} (default: all).")
    private Set<Subject> subjects = EnumSet.allOf(Subject.class);

    private QueryBench() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new QueryBench()).setCaseInsensitiveEnumValuesAllowed(true);
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
        BenchSettings settings =
                new BenchSettings(options.items(), options.seconds(), Set.of(), 0, options.rocksOptions());
        Consumer<String> show = line -> {
            out.println(line);
            out.flush();
        };
        if (options.warmsUp()) {
            measure(settings.withSeconds(WARM_UP_SECONDS), WARM_UP_ITEMS, directory, line -> {});
        }
        out.println(BenchReport.header());
        List<List<Measurement>> results = new ArrayList<>();
        for (int size : settings.items()) {
            results.add(measure(settings, size, directory, show));
        }
        if (subjects.contains(Subject.CREATE)) {
            IndexCostBench cost = new IndexCostBench(directory.inner("cost"), settings);
            show.accept(cost.run(Durability.RELAXED));
            show.accept(cost.run(Durability.SYNCED));
        }
        if (results.size() > 1) {
            out.println();
            out.print(BenchReport.growth(results.get(0), results.get(results.size() - 1), GROWTH_MAX));
        }
        out.flush();
    }

    /** Measures a container of one size; the lines are shown as they come. */
    private List<Measurement> measure(BenchSettings settings, int size, WorkDirectory parent, Consumer<String> show) {
        List<Measurement> measurements = new ArrayList<>();
        Consumer<QueryMeasurement> add = measured -> {
            measurements.add(measured.measurement());
            show.accept(measured.text());
        };
        try (WorkDirectory directory = new WorkDirectory(parent.inner("items-" + size));
                Twins twins = Twins.load(directory.path(), settings.rocksOptions(), size, 0)) {
            twins.container().defaultTtlSeconds(Twins.LONG_DEFAULT_TTL_SECONDS);
            QueryDuel duel = new QueryDuel(twins, settings);
            Questions questions = new Questions(twins);
            if (subjects.contains(Subject.EQUALITY)) {
                add.accept(duel.items("key and equality", LOOK_UP_AIM, questions.ofOnePartitionKey()));
                add.accept(duel.items("key in WHERE and equality", LOOK_UP_AIM, questions.ofOneKeyInWhere()));
            }
            if (subjects.contains(Subject.ORDER)) {
                add.accept(duel.items("TOP 20, > and ORDER BY", LOOK_UP_AIM, questions.firstAbove()));
                add.accept(duel.items("TOP 20, ORDER BY", LOOK_UP_AIM, questions.first()));
            }
            if (subjects.contains(Subject.COUNT)) {
                add.accept(duel.counts("COUNT of a hundredth", COUNT_AIM, questions.counts()));
            }
            if (subjects.contains(Subject.FILTER)) {
                FilterBench filter = new FilterBench(twins, settings);
                Consumer<Measurement> addFilter = measurement -> {
                    measurements.add(measurement);
                    show.accept(FilterBench.text(measurement));
                };
                addFilter.accept(filter.run("filter CONTAINS, items", CONTAINS));
                addFilter.accept(filter.run("filter a + b, items", SUM));
            }
        }
        return measurements;
    }
}
