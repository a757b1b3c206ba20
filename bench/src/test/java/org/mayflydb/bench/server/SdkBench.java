package org.mayflydb.bench.server;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.mayflydb.bench.BenchReport;
import org.mayflydb.bench.Duel;
import org.mayflydb.bench.WorkDirectory;

/**
 * Measures direct mode beside the gateway, both through the official Java client. It stands among the tests because the
 * client wants other versions of libraries than what is shipped.
 */
public final class SdkBench {
    private static final double AIM = 1.5;
    private static final int UNDER_WAY = 32;

    /** The client is slow for long: its way of a request is many classes that the compiler has to see often enough. */
    private static final int WARM_UP_READS = 60_000;

    private SdkBench() {}

    /**
     * Runs once.
     *
     * @param arguments how many seconds each side of a round works; 2 if left out
     */
    public static void main(String[] arguments) {
        int seconds = arguments.length == 0 ? 2 : Integer.parseInt(arguments[0]);
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        Path jar = new ServerOptions().findJar(out).orElseThrow();
        try (WorkDirectory directory = WorkDirectory.make(null)) {
            LoadedServer loaded = new LoadedServer(jar, List.of(), directory.inner("data"));
            loaded.load();
            try (ServerProcess server = loaded.startDirect(DirectBench.freePort());
                    SdkReads direct = new SdkReads(server.port(), true, UNDER_WAY);
                    SdkReads gateway = new SdkReads(server.port(), false, UNDER_WAY)) {
                warmUp(direct, server, seconds);
                warmUp(gateway, server, seconds);
                out.println(BenchReport.header());
                DirectBench.show(
                        out,
                        Duel.run(
                                "Java client, direct/gateway",
                                LoadedServer.ITEMS,
                                AIM,
                                () -> direct.run(server, seconds),
                                () -> gateway.run(server, seconds)));
                out.println(String.format(
                        Locale.ROOT,
                        "    processor time of a request in the client, warm-up included: direct %.0f µs, gateway %.0f µs",
                        direct.clientMicros(),
                        gateway.clientMicros()));
            }
        }
        System.exit(0);
    }

    private static void warmUp(SdkReads reads, ServerProcess server, int seconds) {
        long done = 0;
        while (done < WARM_UP_READS) {
            done += reads.run(server, seconds).operations();
        }
    }
}
