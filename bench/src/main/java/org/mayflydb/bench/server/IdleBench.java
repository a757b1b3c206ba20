package org.mayflydb.bench.server;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** What a server costs that nobody asks anything, but that has many containers whose items may expire. */
final class IdleBench {
    private static final int CONTAINERS = 2_000;
    private static final int SETTLE_SECONDS = 20;
    private static final int SECONDS = 30;
    private static final double PERCENT_MAX = 1;

    private final ServerProcess server;

    IdleBench(ServerProcess server) {
        this.server = server;
    }

    void run(PrintWriter out) {
        for (int i = 0; i < CONTAINERS; i++) {
            LoadedServer.ask(server, LoadedServer.createContainer("idle" + i, ",\"defaultTtl\":3600"));
        }
        pause(SETTLE_SECONDS);
        long cpu = server.cpuNanos();
        pause(SECONDS);
        double percent = (server.cpuNanos() - cpu) / (SECONDS * 1e9) * 100;
        out.println(String.format(
                Locale.ROOT,
                "idle, %,d containers with TTL: %.1f %% of a core, at most %.0f %%  %s",
                CONTAINERS,
                percent,
                PERCENT_MAX,
                percent <= PERCENT_MAX ? "ok" : "OVER"));
        out.flush();
    }

    private static void pause(int seconds) {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }
}
