package org.mayflydb.bench.server;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mayflydb.bench.SampleItem;

/** Reads of items that stay while 50,000 others expire and are deleted, and the memory of the server after that. */
final class ExpiryBench {
    private static final String CONTAINER = "expiring";
    private static final int TTL_SECONDS = 3600;
    private static final int ITEMS = 50_000;
    private static final int CONNECTIONS = 32;
    private static final int ROUNDS_BEFORE = 9;
    private static final int ROUNDS_MAX = 100;
    private static final double P99_RATIO_MAX = 1.3;
    private static final long RESIDENT_MEGABYTES_MAX = 350;
    private static final Pattern BACKLOG = Pattern.compile("\"backlogItems\":(\\d+)");

    private final ServerProcess server;
    private final Path directory;
    private final int roundSeconds;

    ExpiryBench(ServerProcess server, Path directory, int roundSeconds) {
        this.server = server;
        this.directory = directory;
        this.roundSeconds = roundSeconds;
    }

    void run(PrintWriter out) {
        create();
        List<Double> before = new ArrayList<>();
        Path reads = Wrk.reads(directory, LoadedServer.reads());
        Wrk.run(server, reads, CONNECTIONS, ServerBench.WARM_UP_SECONDS);
        while (before.size() < ROUNDS_BEFORE) {
            before.add(Wrk.load(server, reads, CONNECTIONS, roundSeconds).p99Millis());
        }
        LoadedServer.admin(server, "POST", "clock", "{\"advanceSeconds\":" + (TTL_SECONDS + 1) + "}");
        long start = System.nanoTime();
        List<Double> during = new ArrayList<>();
        while (backlog() > 0 && during.size() < ROUNDS_MAX) {
            during.add(Wrk.load(server, reads, CONNECTIONS, roundSeconds).p99Millis());
        }
        long left = backlog();
        double seconds = (System.nanoTime() - start) / 1e9;
        double ratio = median(during) / median(before);
        out.println(String.format(
                Locale.ROOT,
                "read p99 while %,d items expire: %.2f ms (median of %d rounds, highest %.2f), before %.2f ms, ratio %.2f, at most %.1f  %s",
                ITEMS,
                median(during),
                during.size(),
                during.stream().mapToDouble(Double::doubleValue).max().orElse(0),
                median(before),
                ratio,
                P99_RATIO_MAX,
                ratio <= P99_RATIO_MAX ? "ok" : "OVER"));
        long resident = server.residentBytes() >> 20;
        out.println(String.format(
                Locale.ROOT,
                "    deleted in %.0f s, %,d left; memory after that: %d MB, at most %d MB  %s",
                seconds,
                left,
                resident,
                RESIDENT_MEGABYTES_MAX,
                resident <= RESIDENT_MEGABYTES_MAX ? "ok" : "OVER"));
        out.flush();
    }

    private void create() {
        LoadedServer.ask(server, LoadedServer.createContainer(CONTAINER, ",\"defaultTtl\":" + TTL_SECONDS));
        String json = LoadedServer.json(0).replace(SampleItem.tenant(0), "tenant-###");
        String id = SampleItem.id(0).replaceAll("\\D", "");
        long created = 0;
        while (created < ITEMS) {
            Path script = Wrk.creates(directory, LoadedServer.create(CONTAINER, json), id, "###", 2 * created);
            created += Wrk.run(server, script, CONNECTIONS, 1).operations();
        }
    }

    private long backlog() {
        String lag = LoadedServer.admin(
                server, "GET", "databases/" + LoadedServer.NAME + "/containers/" + CONTAINER + "/lag", "");
        Matcher items = BACKLOG.matcher(lag);
        if (!items.find()) {
            throw new IllegalStateException("no backlog in " + lag);
        }
        return Long.parseLong(items.group(1));
    }

    private static double median(List<Double> values) {
        return values.stream()
                .sorted()
                .skip(values.size() / 2)
                .mapToDouble(Double::doubleValue)
                .findFirst()
                .orElse(0);
    }
}
