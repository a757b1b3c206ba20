package org.mayflydb.junit;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Starts many sandboxes, and prints how long that took; nothing depends on it. */
class StartUpTest {
    private static final int TIMES = Integer.getInteger("mayfly.starts", 20);

    /** Milliseconds until a sandbox listens, until a client has read from it, and until both are closed. */
    private record Took(double start, double firstRead, double close) {}

    private static Took once(boolean tls) {
        long begin = System.nanoTime();
        Sandbox sandbox = Sandbox.start(
                SandboxSettings.DEFAULTS.withMoreSeeds(List.of("orders.json")).withTls(tls),
                StartUpTest.class.getClassLoader());
        long started = System.nanoTime();
        CosmosContainer orders = (CosmosContainer) sandbox.clients().get(CosmosContainer.class, () -> "orders");
        assertThat(orders.readItem("o1", new PartitionKey("ann"), JsonNode.class)
                        .getStatusCode())
                .isEqualTo(200);
        long read = System.nanoTime();
        sandbox.close();
        return new Took(
                milliseconds(begin, started), milliseconds(started, read), milliseconds(read, System.nanoTime()));
    }

    private static double milliseconds(long from, long to) {
        return (to - from) / 1e6;
    }

    private static double median(List<Took> all, ToDoubleFunction<Took> part) {
        return all.stream().mapToDouble(part).sorted().toArray()[all.size() / 2];
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void manyStartOneAfterTheOther(boolean tls) {
        List<Took> all = new ArrayList<>();
        for (int i = 0; i < TIMES; i++) {
            all.add(once(tls));
        }
        System.out.printf(
                Locale.ROOT,
                "Sandbox%s, median of %d: %.1f ms to start, %.1f ms more to the first read of a new client, %.1f ms to close;"
                        + " the first one here: %.0f, %.0f, %.0f ms%n",
                tls ? " with TLS" : "",
                TIMES,
                median(all, Took::start),
                median(all, Took::firstRead),
                median(all, Took::close),
                all.get(0).start,
                all.get(0).firstRead,
                all.get(0).close);
        assertThat(all).hasSize(TIMES);
    }
}
