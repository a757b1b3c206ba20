package org.mayflydb.bench.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.SystemTime;
import org.mayflydb.bench.BenchReport;
import org.mayflydb.bench.Duel;
import org.mayflydb.bench.Measurement;
import org.mayflydb.bench.WorkDirectory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures direct mode beside a bare server with TLS that answers with the same bytes. */
@Command(name = "direct-bench", description = "Measures direct mode beside a bare server.")
public final class DirectBench implements Callable<Integer> {
    private static final double RAW_AIM = 0.7;
    private static final int CONNECTIONS = 8;
    private static final int UNDER_WAY = 4;
    private static final int WARM_UP_SECONDS = 6;
    private static final Pattern RID = Pattern.compile("\"_rid\":\"([^\"]+)\"");

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--round-seconds", description = "How long each side of a round works (default: 2).")
    private int roundSeconds = 2;

    @Option(names = "--jar", description = "The server (default: app/target/mayfly.jar, here or one directory up).")
    private @Nullable Path jar;

    @Option(names = "--jvm", split = " ", description = "Options of the servers' Java machines, in one word.")
    private List<String> jvm = List.of();

    @Option(names = "--directory", description = "Where the database is made (default: a temporary directory).")
    private @Nullable Path parent;

    private DirectBench() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new DirectBench())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }

    @Override
    public Integer call() {
        PrintWriter out =
                Invariant.present(spec, "picocli sets it").commandLine().getOut();
        Path server = jar == null ? ServerBench.findJar() : jar;
        if (server == null) {
            out.println("There is no app/target/mayfly.jar. Make it: mvn -q -pl app -am package -DskipTests");
            return 2;
        }
        try (WorkDirectory directory = WorkDirectory.make(parent)) {
            LoadedServer loaded = new LoadedServer(server, jvm, directory.inner("data"));
            loaded.load();
            int directPort = freePort();
            try (ServerProcess ours = loaded.startDirect(directPort)) {
                out.println(BenchReport.header());
                show(out, raw(directory, ours, directPort));
            }
            return 0;
        }
    }

    private Measurement raw(WorkDirectory directory, ServerProcess ours, int directPort) {
        Instant now = SystemTime.source().instant();
        List<byte[]> reads = DirectMessages.reads(replicaPath(ours, "bench", now), now);
        Path answer = directory.path().resolve("direct");
        try {
            Files.write(answer, DirectLoad.record(directPort, reads.get(0)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        try (ServerProcess bare = LoadedServer.startBare(jvm, BareDirectServer.class, answer);
                DirectLoad toOurs =
                        new DirectLoad(directPort, DirectLoad.inTurn(reads), DirectLoad.OK, CONNECTIONS, UNDER_WAY);
                DirectLoad toBare =
                        new DirectLoad(bare.port(), DirectLoad.inTurn(reads), DirectLoad.OK, CONNECTIONS, UNDER_WAY)) {
            toOurs.run(ours, WARM_UP_SECONDS);
            toBare.run(bare, WARM_UP_SECONDS);
            return Duel.run(
                    "signed read, 8 x 4 under way",
                    LoadedServer.ITEMS,
                    RAW_AIM,
                    () -> toOurs.run(ours, roundSeconds),
                    () -> toBare.run(bare, roundSeconds));
        }
    }

    /** As the server would tell a client that asks for addresses. */
    static String replicaPath(ServerProcess ours, String containerId, Instant now) {
        try (PlainClient client = PlainClient.connect(ours.port())) {
            String container = client.ask(SignedRequest.of("GET", "dbs/bench/colls/" + containerId, Map.of(), "", now))
                    .expect(200)
                    .body();
            Matcher rid = RID.matcher(container);
            if (!rid.find()) {
                throw new IllegalStateException("a container without a resource id: " + container);
            }
            byte[] bytes = Base64.getDecoder().decode(rid.group(1).replace('-', '/'));
            return "/apps/mayfly/services/" + HexFormat.of().formatHex(bytes) + "/partitions/0/replicas/1p";
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static void show(PrintWriter out, Measurement measurement) {
        out.println(BenchReport.row(measurement));
        out.println(String.format(
                Locale.ROOT,
                "    processor time of a request in the server: %.1f µs, beside it %.1f µs",
                1e6 / measurement.oursPerCpuSecond(),
                1e6 / measurement.limitPerCpuSecond()));
        out.flush();
    }
}
