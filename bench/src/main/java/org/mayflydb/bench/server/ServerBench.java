package org.mayflydb.bench.server;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.bench.BenchReport;
import org.mayflydb.bench.Duel;
import org.mayflydb.bench.Measurement;
import org.mayflydb.bench.RawCreates;
import org.mayflydb.bench.SampleItem;
import org.mayflydb.bench.WorkDirectory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures the server beside a bare one and beside bare RocksDB, and prints ratios. */
@Command(name = "server-bench", description = "Measures the server beside a bare one and beside bare RocksDB.")
public final class ServerBench implements Callable<Integer> {
    static final int WARM_UP_SECONDS = 6;

    private static final double READ_AIM = 0.85;
    private static final double LONE_READ_AIM = 0.85;
    private static final double UNINDEXED_CREATE_AIM = 0.35;
    private static final double CREATE_AIM = 0.18;
    private static final double CREATE_P99_MILLIS_MAX = 20;
    private static final double RAW_CREATE_AIM = 0.5;
    private static final double EQUALITY_AIM = 0.35;
    private static final double ORDER_AIM = 0.28;
    private static final double COUNT_AIM = 0.12;
    private static final int MANY_CONNECTIONS = 32;
    private static final String UNINDEXED = "unindexed";

    /** How many items the limit creates in a second, about, so that its rounds are as long as those of the server. */
    private static final int RAW_CREATES_PER_SECOND = 15_000;

    /** Numbers that a round of creates has to itself. */
    private static final long NUMBERS_PER_ROUND = 10_000_000;

    /** What there is to measure. */
    enum Subject {
        READ,
        QUERY,
        CREATE,
        DIRECT,
        EXPIRY,
        IDLE,
        START
    }

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--round-seconds", description = "How long each side of a round works (default: 2).")
    private int roundSeconds = 2;

    @Option(names = "--only", split = ",", description = "What to measure: ${COMPLETION-CANDIDATES} (default: all).")
    private Set<Subject> subjects = EnumSet.allOf(Subject.class);

    @Mixin
    private ServerOptions options = new ServerOptions();

    private long createRound = 1;

    private ServerBench() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new ServerBench()).setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public Integer call() {
        PrintWriter out =
                Invariant.present(spec, "picocli sets it").commandLine().getOut();
        if (!Wrk.isInstalled()) {
            out.println("The load comes from wrk, which is not installed. On Debian: sudo apt-get install wrk");
            return 2;
        }
        Path server = options.findJar(out).orElse(null);
        if (server == null) {
            return 2;
        }
        try (WorkDirectory directory = options.makeDirectory()) {
            run(out, directory, new LoadedServer(server, options.jvm(), directory.inner("data")));
            return 0;
        }
    }

    private void run(PrintWriter out, WorkDirectory directory, LoadedServer loaded) {
        loaded.load();
        Path answer = directory.path().resolve("answer");
        out.println(BenchReport.header());
        out.flush();
        try (ServerProcess ours = loaded.start()) {
            LoadedServer.recordAnswer(ours, LoadedServer.reads().get(0), answer);
            if (subjects.contains(Subject.READ)) {
                reads(out, directory, ours, answer);
            }
            if (subjects.contains(Subject.QUERY)) {
                query(out, directory, ours, "query key and equality", EQUALITY_AIM, LoadedServer.equalities());
                query(out, directory, ours, "query TOP 20, ORDER BY", ORDER_AIM, LoadedServer.firstItems());
                query(out, directory, ours, "query COUNT of 1000", COUNT_AIM, LoadedServer.counts());
            }
            if (subjects.contains(Subject.CREATE)) {
                LoadedServer.ask(
                        ours,
                        LoadedServer.createContainer(
                                UNINDEXED, ",\"indexingPolicy\":{\"indexingMode\":\"none\",\"automatic\":false}"));
                creates(out, directory, ours, "create, no index", UNINDEXED, UNINDEXED_CREATE_AIM);
                creates(out, directory, ours, "create, indexed", LoadedServer.CONTAINER, CREATE_AIM);
                rawCreates(out, directory, ours);
            }
        }
        if (subjects.contains(Subject.DIRECT)) {
            int directPort = DirectBench.freePort();
            try (ServerProcess ours = loaded.startDirect(directPort)) {
                show(out, DirectBench.raw(options, roundSeconds, directory, ours, directPort));
            }
        }
        if (subjects.contains(Subject.EXPIRY)) {
            try (ServerProcess ours = loaded.start()) {
                new ExpiryBench(ours, directory.path(), roundSeconds).run(out);
            }
        }
        if (subjects.contains(Subject.IDLE)) {
            try (ServerProcess ours = loaded.start()) {
                new IdleBench(ours).run(out);
            }
        }
        if (subjects.contains(Subject.START)) {
            Path archive = loaded.rehearse(directory.path().resolve("classes.jsa"));
            StartBench start = new StartBench(
                    () -> loaded.startInMemory(archive), () -> LoadedServer.startBare(options.jvm(), answer));
            out.println(start.firstAnswer());
            out.println(start.idleMemory());
        }
        out.flush();
    }

    private void reads(PrintWriter out, WorkDirectory directory, ServerProcess ours, Path answer) {
        Path script = Wrk.reads(directory.path(), LoadedServer.reads());
        try (ServerProcess bare = LoadedServer.startBare(options.jvm(), answer)) {
            Wrk.run(ours, script, MANY_CONNECTIONS, WARM_UP_SECONDS);
            Wrk.run(bare, script, MANY_CONNECTIONS, WARM_UP_SECONDS);
            for (int connections : List.of(MANY_CONNECTIONS, 1)) {
                show(
                        out,
                        Duel.run(
                                "signed read, " + connections + (connections == 1 ? " connection" : " connections"),
                                LoadedServer.ITEMS,
                                connections == 1 ? LONE_READ_AIM : READ_AIM,
                                () -> Wrk.run(ours, script, connections, roundSeconds),
                                () -> Wrk.run(bare, script, connections, roundSeconds)));
            }
        }
    }

    /** The bare server gives the answer to the first of the queries. */
    private void query(
            PrintWriter out,
            WorkDirectory directory,
            ServerProcess ours,
            String name,
            double aim,
            List<SignedRequest> queries) {
        Path answer =
                LoadedServer.recordAnswer(ours, queries.get(0), directory.path().resolve("rows"));
        Path script = Wrk.reads(directory.path(), queries);
        try (ServerProcess bare = LoadedServer.startBare(options.jvm(), answer)) {
            Wrk.run(ours, script, MANY_CONNECTIONS, WARM_UP_SECONDS);
            Wrk.run(bare, script, MANY_CONNECTIONS, WARM_UP_SECONDS);
            show(
                    out,
                    Duel.run(
                            name,
                            LoadedServer.ITEMS,
                            aim,
                            () -> Wrk.run(ours, script, MANY_CONNECTIONS, roundSeconds),
                            () -> Wrk.run(bare, script, MANY_CONNECTIONS, roundSeconds)));
        }
    }

    /** The bare server gives the answer to the first create. */
    private void creates(
            PrintWriter out, WorkDirectory directory, ServerProcess ours, String name, String container, double aim) {
        SignedRequest first = LoadedServer.create(container, LoadedServer.json(LoadedServer.ITEMS));
        Path answer =
                LoadedServer.recordAnswer(ours, first, 201, directory.path().resolve("created"));
        List<Double> p99Millis = new ArrayList<>();
        try (ServerProcess bare = LoadedServer.startBare(options.jvm(), answer)) {
            Wrk.run(ours, createScript(directory, container), MANY_CONNECTIONS, WARM_UP_SECONDS);
            Wrk.run(bare, createScript(directory, container), MANY_CONNECTIONS, WARM_UP_SECONDS);
            show(
                    out,
                    Duel.run(
                            name,
                            LoadedServer.ITEMS,
                            aim,
                            () -> {
                                Wrk.Load load = Wrk.load(
                                        ours, createScript(directory, container), MANY_CONNECTIONS, roundSeconds);
                                p99Millis.add(load.p99Millis());
                                return load.round();
                            },
                            () -> Wrk.run(bare, createScript(directory, container), MANY_CONNECTIONS, roundSeconds)));
        }
        double highest =
                p99Millis.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        out.println(String.format(
                Locale.ROOT,
                "    p99 of the worst round %.1f ms, at most %.0f ms  %s",
                highest,
                CREATE_P99_MILLIS_MAX,
                highest <= CREATE_P99_MILLIS_MAX ? "ok" : "OVER"));
        out.flush();
    }

    private void rawCreates(PrintWriter out, WorkDirectory directory, ServerProcess ours) {
        try (RawCreates raw = RawCreates.open(directory.inner("limit"))) {
            for (int connections : List.of(MANY_CONNECTIONS, 2 * MANY_CONNECTIONS)) {
                show(
                        out,
                        Duel.run(
                                "create beside RocksDB, " + connections,
                                LoadedServer.ITEMS,
                                RAW_CREATE_AIM,
                                () -> Wrk.run(
                                        ours,
                                        createScript(directory, LoadedServer.CONTAINER),
                                        connections,
                                        roundSeconds),
                                () -> raw.run(RAW_CREATES_PER_SECOND * roundSeconds)));
            }
        }
    }

    /** A script with numbers of its own. */
    private Path createScript(WorkDirectory directory, String container) {
        String id = SampleItem.id(0).replaceAll("\\D", "");
        String tenant = "###";
        String json = LoadedServer.json(0).replace(SampleItem.tenant(0), "tenant-" + tenant);
        return Wrk.creates(
                directory.path(), LoadedServer.create(container, json), id, tenant, NUMBERS_PER_ROUND * createRound++);
    }

    private static void show(PrintWriter out, Measurement measurement) {
        out.println(BenchReport.row(measurement));
        out.println(String.format(
                Locale.ROOT,
                "    processor time of a request: ours %.1f µs, limit %.1f µs",
                1e6 / measurement.oursPerCpuSecond(),
                1e6 / measurement.limitPerCpuSecond()));
        out.flush();
    }
}
