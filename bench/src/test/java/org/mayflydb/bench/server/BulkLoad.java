package org.mayflydb.bench.server;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBulkOperationResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.bench.BenchReport;
import org.mayflydb.bench.Duel;
import org.mayflydb.bench.Measurement;
import org.mayflydb.bench.RawCreates;
import org.mayflydb.bench.Round;
import org.mayflydb.bench.SampleItem;
import org.mayflydb.bench.WorkDirectory;
import org.mayflydb.server.ServerSettings;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Loads items with the bulk operations of the official Java client, in turns with batches written to RocksDB. */
@Command(name = "bulk-load", description = "Loads items with the bulk operations of the official Java client.")
public final class BulkLoad implements Callable<Integer> {
    private static final String NAME = "bulk";
    private static final double AIM = 0.6;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--items", description = "How many items, those of the first, uncounted round included (100000).")
    private int items = 100_000;

    @Mixin
    private ServerOptions options = new ServerOptions();

    private final ObjectMapper mapper = new ObjectMapper();
    private final List<Long> residentMegabytes = new ArrayList<>();
    private int nextNumber;

    private BulkLoad() {}

    public static void main(String[] arguments) {
        // The client reads it once, when its classes are loaded.
        System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
        System.exit(new CommandLine(new BulkLoad()).execute(arguments));
    }

    @Override
    public Integer call() {
        PrintWriter out =
                Invariant.present(spec, "picocli sets it").commandLine().getOut();
        Path server = options.findJar(out).orElse(null);
        if (server == null) {
            return 2;
        }
        try (WorkDirectory directory = options.makeDirectory();
                ServerProcess process = new LoadedServer(server, options.jvm(), directory.inner("data")).start();
                CosmosClient client = client(process);
                RawCreates raw = RawCreates.open(directory.inner("limit"))) {
            residentMegabytes.add(process.residentBytes() >> 20);
            CosmosContainer container = container(client);
            int perRound = Math.max(1, items / Duel.ROUNDS_IN_ALL);
            Measurement measurement = Duel.run(
                    "bulk load, synced",
                    items,
                    AIM,
                    () -> round(container, process, perRound),
                    () -> raw.run(perRound));
            out.println(BenchReport.header());
            out.println(BenchReport.row(measurement));
            out.println(String.format(
                    Locale.ROOT,
                    "    processor time of an item: server %.1f µs, limit %.1f µs",
                    1e6 / measurement.oursPerCpuSecond(),
                    1e6 / measurement.limitPerCpuSecond()));
            out.println("resident before the first round and after each, MB: " + residentMegabytes);
            out.flush();
            return 0;
        }
    }

    private static CosmosClient client(ServerProcess server) {
        return new CosmosClientBuilder()
                .endpoint("http://localhost:" + server.port() + "/")
                .key(ServerSettings.WELL_KNOWN_KEY)
                .gatewayMode()
                .buildClient();
    }

    private static CosmosContainer container(CosmosClient client) {
        client.createDatabase(NAME);
        client.getDatabase(NAME).createContainer(NAME, SampleItem.PARTITION_KEY_PATH);
        return client.getDatabase(NAME).getContainer(NAME);
    }

    /** The client makes its objects before the clock starts; that it shares the machine with the server is in the rate. */
    private Round round(CosmosContainer container, ServerProcess server, int count) {
        List<CosmosItemOperation> operations = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = nextNumber++;
            PartitionKey key = new PartitionKey(SampleItem.tenant(number));
            operations.add(CosmosBulkOperations.getCreateItemOperation(item(number), key));
        }
        long cpuStart = server.cpuNanos();
        long start = System.nanoTime();
        int created = 0;
        for (CosmosBulkOperationResponse<Object> answer : container.executeBulkOperations(operations)) {
            created += answer.getResponse() != null && answer.getResponse().getStatusCode() == 201 ? 1 : 0;
        }
        Round round = new Round(count, System.nanoTime() - start, server.cpuNanos() - cpuStart);
        if (created != count) {
            throw new IllegalStateException("of " + count + " items only " + created + " were created");
        }
        residentMegabytes.add(server.residentBytes() >> 20);
        return round;
    }

    private JsonNode item(int number) {
        try {
            return mapper.readTree(SampleItem.json(number));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
