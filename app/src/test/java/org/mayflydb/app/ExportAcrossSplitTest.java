package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.app.endpoint.ApiCall;
import org.mayflydb.app.endpoint.PartitionKeyRange;
import org.mayflydb.app.endpoint.QueryScope;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.app.endpoint.ResultPage;
import org.mayflydb.app.endpoint.TestServer;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** An export that has begun goes on when its partition was split, and still has every item once. */
class ExportAcrossSplitTest {
    private static final int ITEMS = 900;
    private static final int ITEMS_BEFORE = 300;

    private final TestServer server = TestServer.start();

    @TempDir
    private Path temporary;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void everyItemIsThereOnce() throws Exception {
        exportAcrossSplit(null);
    }

    @Test
    void everyItemWithACertainConditionIsThereOnce() throws Exception {
        exportAcrossSplit("c.id != 'x'");
    }

    private void exportAcrossSplit(@Nullable String where) throws Exception {
        RemoteContainer orders = server.container("orders", "");
        List<String> all = new ArrayList<>();
        for (int i = 0; i < ITEMS; i++) {
            all.add("{\"id\":\"i" + i + "\",\"customer\":\"c" + i + "\"}");
        }
        Path source = Files.write(temporary.resolve("source.jsonl"), all, StandardCharsets.UTF_8);
        run("import", source.toString());

        PartitionKeyRange whole = orders.ranges().get(0);
        ResultPage first = where == null
                ? orders.list(QueryScope.of(whole), ITEMS_BEFORE, null)
                : orders.queryPage("SELECT * FROM c WHERE " + where, QueryScope.of(whole), ITEMS_BEFORE, null);
        Path target = temporary.resolve("target.jsonl");
        Files.write(
                target, first.rows().stream().map(ExportAcrossSplitTest::line).toList(), StandardCharsets.UTF_8);
        Files.writeString(
                temporary.resolve("target.jsonl.progress"),
                state(where, whole, first, Files.size(target)).toString());
        Files.writeString(target, Files.readString(target) + "{\"id\":\"half a li");
        split(orders);

        List<String> arguments = new ArrayList<>(List.of("--output", target.toString(), "--resume"));
        if (where != null) {
            arguments.addAll(List.of("--query", where));
        }
        run("export", arguments.toArray(String[]::new));
        assertThat(Files.readAllLines(target)).containsExactlyInAnyOrderElementsOf(all);
    }

    private void run(String command, String... more) {
        List<String> arguments = new ArrayList<>(
                List.of(command, "--endpoint", server.url(), "--database", "shop", "--container", "orders"));
        arguments.addAll(List.of(more));
        Console console = new Console();
        int exitCode = console.run(arguments.toArray(String[]::new));
        assertThat(exitCode).as(console::err).isZero();
    }

    private static String line(JsonValue row) {
        JsonObject item = (JsonObject) row;
        return "{\"id\":" + item.get("id") + ",\"customer\":" + item.get("customer") + "}";
    }

    private static JsonObject state(@Nullable String where, PartitionKeyRange whole, ResultPage first, long bytes) {
        assertThat(first.rows()).hasSize(ITEMS_BEFORE);
        JsonObject range = JsonObject.builder()
                .put("id", whole.id())
                .put("min", whole.minInclusive())
                .put("max", whole.maxExclusive())
                .put("done", false)
                .put("continuation", String.valueOf(first.continuation()))
                .build();
        return JsonObject.builder()
                .put(
                        "source",
                        "shop/orders, items: " + (where == null ? "all" : where)
                                + ", system properties: NONE, with container: false")
                .put("bytes", bytes)
                .put("items", ITEMS_BEFORE)
                .put("ranges", JsonArray.of(range))
                .build();
    }

    private void split(RemoteContainer orders) {
        JsonObject offer = server.account().offers().get(0);
        JsonObject content = ((JsonObject) Invariant.present(offer.get("content"), "it has one"))
                .with("offerThroughput", JsonNumber.of(20_000));
        String rid = ((JsonString) Invariant.present(offer.get("_rid"), "it has one")).value();
        server.endpoint().send(ApiCall.put(List.of("offers", rid), offer.with("content", content)));
        while (orders.ranges().size() < 2) {
            // The split is made in the background.
        }
    }
}
