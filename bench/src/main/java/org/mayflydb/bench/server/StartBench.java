package org.mayflydb.bench.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** How soon a server answers after its process was started, and what memory it has when nobody asks it anything. */
final class StartBench {
    static final int STARTS = 5;
    private static final double RATIO_MAX = 1.5;
    private static final long IDLE_BYTES_MAX = 200L << 20;
    private static final long IDLE_NANOS = 5_000_000_000L;

    private final Supplier<ServerProcess> ours;
    private final Supplier<ServerProcess> bare;

    StartBench(Supplier<ServerProcess> ours, Supplier<ServerProcess> bare) {
        this.ours = ours;
        this.bare = bare;
    }

    /** Starts both in turns. */
    String firstAnswer() {
        double[] oursMillis = new double[STARTS];
        double[] bareMillis = new double[STARTS];
        for (int i = 0; i < STARTS; i++) {
            oursMillis[i] = millisToFirstAnswer(ours);
            bareMillis[i] = millisToFirstAnswer(bare);
        }
        Arrays.sort(oursMillis);
        Arrays.sort(bareMillis);
        double ratio = oursMillis[STARTS / 2] / bareMillis[STARTS / 2];
        return String.format(
                Locale.ROOT,
                "start to first answer: ours %.0f ms (%.0f-%.0f), bare %.0f ms (%.0f-%.0f), ratio %.2f, at most %.1f  %s",
                oursMillis[STARTS / 2],
                oursMillis[0],
                oursMillis[STARTS - 1],
                bareMillis[STARTS / 2],
                bareMillis[0],
                bareMillis[STARTS - 1],
                ratio,
                RATIO_MAX,
                ratio <= RATIO_MAX ? "ok" : "OVER");
    }

    static double millisToFirstAnswer(Supplier<ServerProcess> start) {
        long before = System.nanoTime();
        try (ServerProcess server = start.get()) {
            askAlive(server);
            return (System.nanoTime() - before) / 1e6;
        }
    }

    private static void askAlive(ServerProcess server) {
        try (PlainClient client = PlainClient.connect(server.port())) {
            client.send("GET /alive HTTP/1.1\r\nhost: localhost\r\n\r\n");
            client.receive().expect(200);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Starts each once and leaves it alone for a while. */
    String idleMemory() {
        long oursBytes = idleBytes(ours);
        return String.format(
                Locale.ROOT,
                "idle memory: ours %d MB, bare %d MB, at most %d MB  %s",
                oursBytes >> 20,
                idleBytes(bare) >> 20,
                IDLE_BYTES_MAX >> 20,
                oursBytes <= IDLE_BYTES_MAX ? "ok" : "OVER");
    }

    static long idleBytes(Supplier<ServerProcess> start) {
        try (ServerProcess server = start.get()) {
            askAlive(server);
            long end = System.nanoTime() + IDLE_NANOS;
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
            return server.residentBytes();
        }
    }
}
