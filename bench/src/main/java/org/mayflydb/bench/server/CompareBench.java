package org.mayflydb.bench.server;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.bench.Round;
import org.mayflydb.bench.WorkDirectory;
import org.mayflydb.bench.server.PairedRatio.Pair;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs two servers side by side, in turns, and reports where the new one is slower. */
@Command(
        name = "compare",
        description = "Compares two server jars. Exits with 1 if a row is more than 5 % worse, noise excluded.")
public final class CompareBench implements Callable<Integer> {
    private static final int MANY_CONNECTIONS = 32;
    private static final int STARTS = 8;
    private static final int IDLE_STARTS = 4;
    private static final String START = "start to first response, ms";
    private static final String IDLE = "idle memory, MB";
    private static final String ROW = "%-30s %10s %10s  %-18s %8s %8s  %-18s %s";

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(index = "0", paramLabel = "OLD.jar")
    private @Nullable Path oldJar;

    @Parameters(index = "1", paramLabel = "NEW.jar")
    private @Nullable Path newJar;

    @Option(names = "--rounds", description = "How many pairs of rounds each row has (default: 10, at least 2).")
    private int rounds = 10;

    @Option(names = "--round-seconds", description = "How long each server works in a round (default: 2).")
    private int roundSeconds = 2;

    @Option(
            names = "--warm-up-seconds",
            description =
                    "How long each server works before a row is measured (default: 5). Compiling counts as CPU time.")
    private int warmUpSeconds = 5;

    @Option(names = "--only", description = "Measures only rows whose name contains this text.")
    private String only = "";

    @Option(names = "--jvm", split = " ", description = "Options of both Java virtual machines, in one word.")
    private List<String> jvm = List.of();

    @Option(names = "--directory", description = "Where the databases are made (default: a temporary directory).")
    private @Nullable Path parent;

    private boolean worse;

    private CompareBench() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new CompareBench()).execute(arguments));
    }

    @Override
    public Integer call() {
        PrintWriter out =
                Invariant.present(spec, "picocli sets it").commandLine().getOut();
        if (!Wrk.isInstalled()) {
            out.println("The load comes from wrk, which is not installed. On Debian: sudo apt-get install wrk");
            return 2;
        }
        Path older = Invariant.present(oldJar, "picocli requires it").toAbsolutePath();
        Path newer = Invariant.present(newJar, "picocli requires it").toAbsolutePath();
        try (WorkDirectory oldDirectory = WorkDirectory.make(parent);
                WorkDirectory newDirectory = WorkDirectory.make(parent)) {
            out.println(String.format(
                            Locale.ROOT,
                            ROW,
                            "",
                            "old/s",
                            "new/s",
                            "new/old (95 %)",
                            "old µs",
                            "new µs",
                            "CPU new/old",
                            "")
                    .stripTrailing());
            out.flush();
            try (Contender oldServer = new Contender(older, jvm, oldDirectory);
                    Contender newServer = new Contender(newer, jvm, newDirectory)) {
                loads(out, oldServer, newServer);
            }
            if (START.contains(only) || IDLE.contains(only)) {
                starts(
                        out,
                        starter(new LoadedServer(older, jvm, oldDirectory.path()), oldDirectory),
                        starter(new LoadedServer(newer, jvm, newDirectory.path()), newDirectory));
            }
        }
        return finish(out);
    }

    private int finish(PrintWriter out) {
        out.println(worse ? "The new server is worse in the rows marked WORSE." : "No row is worse.");
        out.flush();
        return worse ? 1 : 0;
    }

    private void loads(PrintWriter out, Contender older, Contender newer) {
        Duo duo = new Duo(out, older, newer);
        duo.compare("read, 32 connections", http(LoadedServer::reads, MANY_CONNECTIONS));
        duo.compare("read, 1 connection", http(LoadedServer::reads, 1));
        duo.compare("key and equality", http(LoadedServer::equalities, MANY_CONNECTIONS));
        duo.compare("TOP 20, ORDER BY", http(LoadedServer::firstItems, MANY_CONNECTIONS));
        duo.compare("COUNT of 1,000", http(LoadedServer::counts, MANY_CONNECTIONS));
        duo.compare("read feed", http(() -> List.of(LoadedServer.readFeed()), MANY_CONNECTIONS));
        duo.compare("direct read", direct(DirectMessages::reads));
        duo.compare("direct key and equality", direct(DirectMessages::equalities));
        duo.compare("direct TOP 20, ORDER BY", direct(DirectMessages::firstItems));
        duo.compare("direct COUNT of 1,000", direct(DirectMessages::counts));
        duo.compare("direct read feed", direct(DirectMessages::readFeed));
        for (String container : List.of(Contender.UNINDEXED, Contender.INDEXED)) {
            String name = container.equals(Contender.INDEXED) ? "create, indexed" : "create, no index";
            duo.compare(name, (contender, seconds) -> contender.httpCreates(container, MANY_CONNECTIONS, seconds));
            duo.compare("direct " + name, (contender, seconds) -> contender.directCreates(container, seconds));
        }
        duo.compare("purge", (contender, seconds) -> contender.purge(MANY_CONNECTIONS, seconds));
    }

    private static TimedLoad http(Supplier<List<SignedRequest>> requests, int connections) {
        return (contender, seconds) -> contender.http(requests.get(), connections, seconds);
    }

    private static TimedLoad direct(Messages messages) {
        return (contender, seconds) ->
                contender.direct(messages.to(contender.replicaPath(Contender.INDEXED), Contender.now()), seconds);
    }

    /** Makes signed messages of direct mode to a replica. */
    private interface Messages {
        List<byte[]> to(String replicaPath, Instant now);
    }

    /** Loads a contender for some seconds. */
    private interface TimedLoad {
        Round run(Contender contender, int seconds);
    }

    /** Both servers, each measured in its turn; who is first alternates. */
    private final class Duo {
        private final PrintWriter out;
        private final Contender older;
        private final Contender newer;

        Duo(PrintWriter out, Contender older, Contender newer) {
            this.out = out;
            this.older = older;
            this.newer = newer;
        }

        void compare(String name, TimedLoad load) {
            if (!name.contains(only)) {
                return;
            }
            load.run(older, warmUpSeconds);
            load.run(newer, warmUpSeconds);
            List<Pair<Round>> pairs =
                    pairs(rounds, () -> load.run(older, roundSeconds), () -> load.run(newer, roundSeconds));
            PairedRatio throughput = PairedRatio.of(pairs, Round::perSecond);
            PairedRatio cpu = PairedRatio.of(pairs, round -> 1 / round.perCpuSecond());
            out.println(String.format(
                            Locale.ROOT,
                            ROW,
                            name,
                            mean(pairs, "%,.0f", Pair::older, Round::perSecond),
                            mean(pairs, "%,.0f", Pair::newer, Round::perSecond),
                            throughput,
                            mean(pairs, "%.1f", Pair::older, round -> 1e6 / round.perCpuSecond()),
                            mean(pairs, "%.1f", Pair::newer, round -> 1e6 / round.perCpuSecond()),
                            cpu,
                            verdict(throughput.isLess() || cpu.isMore()))
                    .stripTrailing());
            out.flush();
        }
    }

    private static <T> List<Pair<T>> pairs(int count, Supplier<T> older, Supplier<T> newer) {
        List<Pair<T>> pairs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (i % 2 == 0) {
                T first = older.get();
                pairs.add(new Pair<>(first, newer.get()));
            } else {
                T first = newer.get();
                pairs.add(new Pair<>(older.get(), first));
            }
        }
        return pairs;
    }

    private static <T> String mean(
            List<Pair<T>> pairs, String format, Function<Pair<T>, T> side, ToDoubleFunction<T> figure) {
        double sum = 0;
        for (Pair<T> pair : pairs) {
            sum += figure.applyAsDouble(side.apply(pair));
        }
        return String.format(Locale.ROOT, format, sum / pairs.size());
    }

    private String verdict(boolean isWorse) {
        worse |= isWorse;
        return isWorse ? "WORSE" : "ok";
    }

    private static Supplier<ServerProcess> starter(LoadedServer server, WorkDirectory directory) {
        Path archive = server.rehearse(directory.path().resolve("classes.jsa"));
        return () -> server.startInMemory(archive);
    }

    private void starts(PrintWriter out, Supplier<ServerProcess> older, Supplier<ServerProcess> newer) {
        less(out, START, STARTS, StartBench::millisToFirstAnswer, older, newer);
        less(out, IDLE, IDLE_STARTS, server -> StartBench.idleBytes(server) / 1e6, older, newer);
    }

    /** Prints a row of figures of which less is better. */
    private void less(
            PrintWriter out,
            String name,
            int count,
            ToDoubleFunction<Supplier<ServerProcess>> figure,
            Supplier<ServerProcess> older,
            Supplier<ServerProcess> newer) {
        if (!name.contains(only)) {
            return;
        }
        List<Pair<Double>> pairs = pairs(count, () -> figure.applyAsDouble(older), () -> figure.applyAsDouble(newer));
        PairedRatio ratio = PairedRatio.of(pairs, Double::doubleValue);
        out.println(String.format(
                Locale.ROOT,
                "%-30s %10s %10s  %-18s %s",
                name,
                mean(pairs, "%.0f", Pair::older, Double::doubleValue),
                mean(pairs, "%.0f", Pair::newer, Double::doubleValue),
                ratio,
                verdict(ratio.isMore())));
        out.flush();
    }
}
