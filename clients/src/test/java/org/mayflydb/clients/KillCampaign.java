package org.mayflydb.clients;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Kills a server with -9 again and again while clients write and read, and starts it again on the same ports. A watchdog
 * prints the threads of both processes for each request that takes longer than two minutes.
 */
final class KillCampaign {
    private static final int WATCHDOG_SECONDS = 120;
    private static final int WRITES_BETWEEN_KILLS = 100;
    private static final int KILLS_BETWEEN_REPORTS = 10;

    private final Scheme scheme;
    private final Path data;
    private final Set<String> overdue = new HashSet<>();
    private volatile ServerProcess server;

    /**
     * What a campaign has found.
     *
     * @param failures how many requests failed, by status
     * @param abandoned how many of them the client would have waited for without end
     * @param overdue requests that did not end in time
     * @param missing items whose creation was acknowledged and that cannot be read
     */
    record Result(
            int kills,
            int written,
            Map<Integer, Integer> failures,
            int abandoned,
            Set<String> overdue,
            List<Integer> missing) {}

    private KillCampaign(Scheme scheme, Path data) throws IOException {
        this.scheme = scheme;
        this.data = data;
        this.server = ServerProcess.start(data);
    }

    static Result run(Scheme scheme, int kills, Path data) throws IOException, InterruptedException {
        KillCampaign campaign = new KillCampaign(scheme, data);
        ScheduledExecutorService watchdog = Executors.newSingleThreadScheduledExecutor();
        try {
            return campaign.run(kills, watchdog);
        } finally {
            watchdog.shutdownNow();
            campaign.server.close();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the watchdog ends with its executor
    private Result run(int kills, ScheduledExecutorService watchdog) throws IOException, InterruptedException {
        try (CosmosClient client = scheme.apply(new CosmosClientBuilder()
                        .endpoint(scheme.prefix() + "localhost:" + server.port() + "/")
                        .key(LocalServer.KEY))
                .buildClient()) {
            client.createDatabase("db");
            client.getDatabase("db").createContainer("c", "/pk");
            try (Load load = new Load(client.getDatabase("db").getContainer("c"))) {
                watchdog.scheduleWithFixedDelay(() -> look(load), 1, 1, TimeUnit.SECONDS);
                for (int i = 1; i <= kills; i++) {
                    load.awaitWrites(WRITES_BETWEEN_KILLS);
                    server.kill();
                    server = server.again(data);
                    if (i % KILLS_BETWEEN_REPORTS == 0) {
                        System.err.println(i + " kills, " + load.written() + " writes, failures by status "
                                + load.failures() + ", abandoned " + load.abandoned() + ", overdue " + overdue());
                    }
                }
                load.awaitWrites(WRITES_BETWEEN_KILLS);
                load.stop();
                return new Result(kills, load.written(), load.failures(), load.abandoned(), overdue(), load.missing());
            }
        }
    }

    private synchronized Set<String> overdue() {
        return Set.copyOf(overdue);
    }

    private synchronized void look(Load load) {
        for (Map.Entry<Thread, Load.Request> entry : load.underWay().entrySet()) {
            Load.Request request = entry.getValue();
            if (request.age().toSeconds() >= WATCHDOG_SECONDS && overdue.add(request.what())) {
                System.err.println("Request '" + request.what() + "' of " + entry.getKey()
                        + " has not ended. The threads of the client:");
                ServerProcess.printThreads(ProcessHandle.current().pid());
                System.err.println("The threads of the server:");
                server.printThreads();
            }
        }
    }
}
