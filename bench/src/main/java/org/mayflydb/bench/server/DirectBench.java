package org.mayflydb.bench.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.SystemTime;
import org.mayflydb.bench.BenchReport;
import org.mayflydb.bench.Duel;
import org.mayflydb.bench.Measurement;
import org.mayflydb.bench.WorkDirectory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures direct mode beside a bare server with TLS that answers with the same bytes. */
@Command(name = "direct-bench", description = "Measures direct mode beside a bare server.")
public final class DirectBench implements Callable<Integer> {
    private static final double RAW_AIM = 0.65;
    private static final int CONNECTIONS = 8;
    private static final int UNDER_WAY = 4;
    private static final int WARM_UP_SECONDS = 6;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--round-seconds", description = "How long each side of a round works (default: 2).")
    private int roundSeconds = 2;

    @Mixin
    private ServerOptions options = new ServerOptions();

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
        Path server = options.findJar(out).orElse(null);
        if (server == null) {
            return 2;
        }
        try (WorkDirectory directory = options.makeDirectory()) {
            LoadedServer loaded = new LoadedServer(server, options.jvm(), directory.inner("data"));
            loaded.load();
            int directPort = freePort();
            try (ServerProcess ours = loaded.startDirect(directPort)) {
                out.println(BenchReport.header());
                show(out, raw(options, roundSeconds, directory, ours, directPort));
            }
            return 0;
        }
    }

    /** The server's direct mode beside a bare server. */
    static Measurement raw(
            ServerOptions options, int roundSeconds, WorkDirectory directory, ServerProcess ours, int directPort) {
        Instant now = SystemTime.source().instant();
        List<byte[]> reads =
                DirectMessages.reads(DirectClient.replicaPath(ours.port(), "dbs/bench/colls/bench", now), now);
        Path answer = directory.path().resolve("direct");
        try {
            Files.write(answer, DirectLoad.record(directPort, reads.get(0)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        try (ServerProcess bare = LoadedServer.startBare(options.jvm(), BareDirectServer.class, answer);
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

    public static int freePort() {
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
