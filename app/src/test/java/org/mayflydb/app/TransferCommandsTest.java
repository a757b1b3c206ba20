package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.app.endpoint.ApiCall;
import org.mayflydb.app.endpoint.ContainerAddress;
import org.mayflydb.app.endpoint.QueryScope;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.app.endpoint.ResultPage;
import org.mayflydb.app.endpoint.TestServer;
import org.mayflydb.base.SystemTime;
import org.mayflydb.json.JsonObject;

class TransferCommandsTest {
    private final TestServer server = TestServer.start();
    private Console console = new Console();

    @TempDir
    private Path temporary;

    @AfterEach
    void stop() {
        server.close();
    }

    @BeforeEach
    void source() {
        RemoteContainer orders = server.container("orders", ",\"defaultTtl\":86400");
        TestServer.create(orders, "{\"id\":\"a\",\"customer\":\"ann\",\"total\":1.50,\"_own\":\"ü\\u0000\"}");
        TestServer.create(orders, "{\"id\":\"b\",\"customer\":\"bob\",\"total\":200,\"ttl\":3600}");
        TestServer.create(orders, "{\"id\":\"c\",\"total\":300,\"ttl\":-1}");
    }

    private Path file(String name) {
        return temporary.resolve(name);
    }

    private int run(String command, String container, String... more) {
        console = new Console();
        List<String> arguments = new ArrayList<>(
                List.of(command, "--endpoint", server.url(), "--database", "shop", "--container", container));
        arguments.addAll(List.of(more));
        return console.run(arguments.toArray(String[]::new));
    }

    private int export(String name, String... more) {
        List<String> arguments = new ArrayList<>(List.of("--output", file(name).toString()));
        arguments.addAll(List.of(more));
        return run("export", "orders", arguments.toArray(String[]::new));
    }

    private int imported(String container, String name, String... more) {
        List<String> arguments = new ArrayList<>(List.of(file(name).toString()));
        arguments.addAll(List.of(more));
        return run("import", container, arguments.toArray(String[]::new));
    }

    private void write(String name, String... lines) throws IOException {
        Files.write(file(name), List.of(lines), StandardCharsets.UTF_8);
    }

    private List<String> lines(String name) throws IOException {
        try (Stream<String> lines = Files.lines(file(name), StandardCharsets.UTF_8)) {
            return lines.sorted().toList();
        }
    }

    private List<JsonObject> items(String container) {
        List<JsonObject> items = new ArrayList<>();
        String continuation = null;
        do {
            ResultPage page = server.account()
                    .items(new ContainerAddress("shop", container))
                    .list(QueryScope.ALL, 1000, continuation);
            page.rows().forEach(row -> items.add((JsonObject) row));
            continuation = page.continuation();
        } while (continuation != null);
        return items;
    }

    private List<String> ids(String container) {
        return items(container).stream()
                .map(item -> String.valueOf(item.get("id")))
                .sorted()
                .toList();
    }

    @Test
    void everyItemIsALineWithoutWhatTheEndpointAdded() throws IOException {
        assertThat(export("all.jsonl")).as(console.err()).isZero();
        assertThat(lines("all.jsonl"))
                .containsExactly(
                        "{\"id\":\"a\",\"customer\":\"ann\",\"total\":1.50,\"_own\":\"ü\\u0000\"}",
                        "{\"id\":\"b\",\"customer\":\"bob\",\"total\":200,\"ttl\":3600}",
                        "{\"id\":\"c\",\"total\":300,\"ttl\":-1}");
        assertThat(console.err()).contains("3 items exported");
        assertThat(file("all.jsonl.progress")).doesNotExist();
    }

    @Test
    void onlyItemsWithTheConditionAreExported() throws IOException {
        assertThat(export("some.jsonl", "--query", "c.total > 100 OR c.id = 'x'"))
                .isZero();
        assertThat(lines("some.jsonl")).hasSize(2);
    }

    @Test
    void systemPropertiesAndTimestampsAreKeptIfAskedFor() throws IOException {
        export("all.jsonl", "--system-properties");
        assertThat(lines("all.jsonl")).allMatch(line -> line.contains("_rid") && line.contains("_etag"));
        export("times.jsonl", "--timestamps");
        assertThat(lines("times.jsonl")).allMatch(line -> line.contains("\"_ts\":") && !line.contains("_rid"));
    }

    @Test
    void importMakesTheContainerThatTheFirstLineDescribes() throws IOException {
        assertThat(export("all.jsonl", "--with-container")).isZero();
        assertThat(lines("all.jsonl").get(0)).startsWith("{\"$mayfly\":{\"container\":{\"id\":\"orders\"");
        assertThat(imported("copy", "all.jsonl")).as(console.err()).isZero();
        assertThat(console.err()).contains("3 items imported");
        assertThat(server.account()
                        .container(new ContainerAddress("shop", "copy"))
                        .get("defaultTtl"))
                .hasToString("86400");
        console = new Console();
        run("export", "copy", "--output", file("again.jsonl").toString());
        assertThat(lines("again.jsonl"))
                .isEqualTo(lines("all.jsonl").stream()
                        .filter(line -> !line.contains("$mayfly"))
                        .toList());
    }

    @Test
    void encryptedItemsAreImportedAsSuchIfTheFirstLineHasThePolicy() throws IOException {
        server.endpoint()
                .send(ApiCall.post(
                        List.of("dbs", "shop", "clientencryptionkeys"),
                        TestServer.object("{\"id\":\"k\",\"encryptionAlgorithm\":\"a\","
                                + "\"wrappedDataEncryptionKey\":\"AQID\",\"keyWrapMetadata\":{}}")));
        RemoteContainer secrets = server.container(
                        "secrets",
                        ",\"clientEncryptionPolicy\":{\"includedPaths\":[{\"path\":\"/total\","
                                + "\"clientEncryptionKeyId\":\"k\"}],\"policyFormatVersion\":2}")
                .withEncryptedItems();
        TestServer.create(secrets, "{\"id\":\"a\",\"customer\":\"ann\",\"total\":\"AAAA\"}");
        TestServer.create(secrets, "{\"id\":\"b\",\"customer\":\"ann\",\"total\":\"BBBB\"}");
        run(
                "export",
                "secrets",
                "--with-container",
                "--output",
                file("all.jsonl").toString());
        assertThat(imported("copy", "all.jsonl")).as(console.err()).isZero();
        assertThat(console.err()).contains("2 items imported");
        run("export", "secrets", "--output", file("items.jsonl").toString());
        assertThat(imported("copy", "items.jsonl", "--mode", "upsert")).isEqualTo(1);
        assertThat(console.err()).contains("isn't encrypted");
    }

    @Test
    void importIntoAMissingContainerSaysHowToCreateIt() throws IOException {
        write("one.jsonl", "{\"id\":\"x\",\"customer\":\"ann\"}");
        assertThat(imported("absent", "one.jsonl")).isEqualTo(1);
        assertThat(console.err())
                .contains("mayfly import: There is no container 'absent' in the database 'shop'.")
                .contains("Create it with --create --partition-key /PATH")
                .doesNotContain("404", "status");
    }

    @Test
    void importCreatesTheContainerIfAskedTo() throws IOException {
        write("one.jsonl", "{\"id\":\"x\",\"region\":\"eu\"}");
        assertThat(imported("new", "one.jsonl", "--create", "--partition-key", "/region", "--default-ttl", "1h"))
                .as(console.err())
                .isZero();
        assertThat(console.err()).contains("Created the container shop/new.", "1 item imported");
        JsonObject created = server.account().container(new ContainerAddress("shop", "new"));
        assertThat(created.get("defaultTtl")).hasToString("3600");
        assertThat(String.valueOf(created.get("partitionKey"))).contains("[\"/region\"]");
        write("two.jsonl", "{\"id\":\"y\",\"region\":\"eu\"}");
        assertThat(imported("new", "two.jsonl", "--create", "--partition-key", "/region"))
                .isZero();
        assertThat(console.err()).doesNotContain("Created");
        write("three.jsonl", "{\"id\":\"z\",\"region\":\"eu\"}");
        assertThat(imported("new", "three.jsonl", "--create", "--partition-key", "/customer"))
                .isEqualTo(2);
        assertThat(console.err()).contains("its partition key is /region, not /customer");
    }

    @Test
    void whatTheCommandLineSaysAboutANewContainerOverridesTheFile() throws IOException {
        export("all.jsonl", "--with-container");
        assertThat(imported("copy", "all.jsonl", "--create", "--partition-key", "/total"))
                .as(console.err())
                .isZero();
        JsonObject created = server.account().container(new ContainerAddress("shop", "copy"));
        assertThat(String.valueOf(created.get("partitionKey"))).contains("[\"/total\"]");
        assertThat(created.get("defaultTtl")).hasToString("86400");
    }

    @Test
    void whatIsThereIsAnErrorOrReplacedOrLeftAlone() throws IOException {
        write("two.jsonl", "{\"id\":\"a\",\"customer\":\"ann\",\"new\":1}", "{\"id\":\"z\",\"customer\":\"ann\"}");
        assertThat(imported("orders", "two.jsonl")).isEqualTo(1);
        assertThat(console.err()).contains("stopped at line 1: an item with this id", "1 item not imported");
        Files.delete(file("two.jsonl.import"));
        assertThat(imported("orders", "two.jsonl", "--mode", "skip")).isZero();
        assertThat(console.err()).contains("existed already and left unchanged");
        assertThat(items("orders")).noneMatch(item -> item.has("new"));
        assertThat(imported("orders", "two.jsonl", "--mode", "upsert")).isZero();
        assertThat(items("orders")).anyMatch(item -> item.has("new"));
        assertThat(ids("orders")).containsExactly("\"a\"", "\"b\"", "\"c\"", "\"z\"");
    }

    @Test
    void anotherItemThatIsThereIsAnErrorAfterAResumeToo() throws IOException {
        write("two.jsonl", "{\"id\":\"z\",\"customer\":\"ann\"}", "{\"id\":\"a\",\"customer\":\"ann\",\"new\":1}");
        assertThat(imported("orders", "two.jsonl")).isEqualTo(1);
        assertThat(imported("orders", "two.jsonl", "--resume")).isEqualTo(1);
        assertThat(console.err()).contains("stopped at line 2: an item with this id", "1 item imported");
        assertThat(items("orders")).noneMatch(item -> item.has("new"));
    }

    @Test
    void theLastOfSeveralLinesWithOneIdWins() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            lines.add("{\"id\":\"same\",\"customer\":\"ann\",\"number\":" + i + "}");
        }
        Files.write(file("same.jsonl"), lines, StandardCharsets.UTF_8);
        server.container("target", "");
        assertThat(imported("target", "same.jsonl", "--mode", "upsert")).isZero();
        assertThat(items("target").get(0).get("number")).hasToString("19");
    }

    @Test
    void lineThatMakesNoSenseStopsTheImportWithItsNumberAndTheReason() throws IOException {
        write(
                "bad.jsonl",
                "{\"id\":\"x\",\"customer\":\"ann\"}",
                "",
                "{\"id\":",
                "{\"id\":\"y\",\"customer\":\"ann\"}");
        server.container("target", "");
        assertThat(imported("target", "bad.jsonl")).isEqualTo(1);
        assertThat(console.err()).contains("stopped at line 3: ", "1 item imported");
        assertThat(ids("target")).containsExactly("\"x\"");
    }

    @Test
    void importThatWasStoppedGoesOnWhenTheLineIsRepaired() throws IOException {
        write("bad.jsonl", "{\"id\":\"x\",\"customer\":\"ann\"}", "[7]", "{\"id\":\"y\",\"customer\":\"ann\"}");
        server.container("target", "");
        assertThat(imported("target", "bad.jsonl")).isEqualTo(1);
        assertThat(imported("target", "bad.jsonl")).isEqualTo(2);
        assertThat(console.err()).contains("was interrupted. Continue it with --resume");
        write("bad.jsonl", "{\"id\":\"x\",\"customer\":\"ann\"}", "", "{\"id\":\"y\",\"customer\":\"ann\"}");
        assertThat(imported("target", "bad.jsonl", "--resume"))
                .as(console.err())
                .isZero();
        assertThat(ids("target")).containsExactly("\"x\"", "\"y\"");
        assertThat(file("bad.jsonl.import")).doesNotExist();
    }

    @Test
    void linesThatAreSkippedAreWrittenDownWithTheirNumbers() throws IOException {
        write(
                "bad.jsonl",
                "{\"id\":\"x\",\"customer\":\"ann\"}",
                "nonsense",
                "{\"id\":7,\"customer\":\"ann\"}",
                "{\"id\":\"\",\"customer\":\"ann\"}",
                "{\"id\":\"y\",\"customer\":\"ann\"}");
        server.container("target", "");
        assertThat(imported(
                        "target",
                        "bad.jsonl",
                        "--on-error",
                        "skip",
                        "--errors",
                        file("errors").toString()))
                .isEqualTo(1);
        assertThat(console.err()).contains("2 items imported", "3 items not imported");
        List<String> errors = Files.readAllLines(file("errors"));
        assertThat(errors).hasSize(3);
        assertThat(errors.get(0)).startsWith("{\"line\":2,\"reason\":\"").endsWith("\"text\":\"nonsense\"}");
        assertThat(errors.get(1)).startsWith("{\"line\":3,\"reason\":\"it has no 'id' that is a string\"");
        assertThat(errors.get(2)).startsWith("{\"line\":4,\"reason\":\"POST ").contains("returned 400: ");
        assertThat(ids("target")).containsExactly("\"x\"", "\"y\"");
    }

    @Test
    void deadlinesAreKeptAndWhatHasExpiredIsLeftOut() throws IOException {
        long now = SystemTime.source().instant().getEpochSecond();
        write(
                "old.jsonl",
                "{\"$mayfly\":{\"container\":{\"id\":\"x\",\"defaultTtl\":1000,\"partitionKey\":{\"paths\":[\"/customer\"],\"kind\":\"Hash\"}}}}",
                line("inherits", now - 400, ""),
                line("own", now - 400, ",\"ttl\":5000"),
                line("never", now - 400, ",\"ttl\":-1"),
                line("gone", now - 1000, ""),
                line("over", now - 400, ",\"ttl\":400"));
        server.container("target", ",\"defaultTtl\":-1");
        assertThat(imported("target", "old.jsonl", "--keep-deadlines"))
                .as(console.err())
                .isZero();
        assertThat(console.err()).contains("3 items imported", "2 items expired and skipped");
        for (JsonObject item : items("target")) {
            long ttl = Long.parseLong(String.valueOf(item.get("ttl")));
            switch (String.valueOf(item.get("id"))) {
                case "\"inherits\"" -> assertThat(ttl).isBetween(500L, 600L);
                case "\"own\"" -> assertThat(ttl).isBetween(4500L, 4600L);
                default -> assertThat(ttl).isEqualTo(-1);
            }
        }
    }

    private static String line(String id, long timestamp, String more) {
        return "{\"id\":\"" + id + "\",\"customer\":\"ann\",\"_ts\":" + timestamp + more + "}";
    }

    @Test
    void itemsMayComeFromTheStandardInput() {
        server.container("target", "");
        console = new Console().typing("{\"id\":\"x\",\"customer\":\"ann\"}\r\n{\"id\":\"y\"}");
        assertThat(console.run(
                        "import", "--endpoint", server.url(), "--database", "shop", "--container", "target", "-"))
                .as(console.err())
                .isZero();
        assertThat(ids("target")).containsExactly("\"x\"", "\"y\"");
    }

    @Test
    void deadlinesCannotBeKeptWithoutTimestamps() throws IOException {
        write("one.jsonl", "{\"id\":\"x\",\"customer\":\"ann\"}");
        assertThat(imported("orders", "one.jsonl", "--keep-deadlines")).isEqualTo(1);
        assertThat(console.err()).contains("stopped at line 1: it has no '_ts'", "--timestamps");
    }

    @Test
    void fileThatExistsIsNotWrittenOver() throws IOException {
        write("all.jsonl", "precious");
        assertThat(export("all.jsonl")).isEqualTo(2);
        assertThat(console.err()).contains("exists. Replace it with --overwrite");
        assertThat(export("all.jsonl", "--resume")).isEqualTo(2);
        assertThat(lines("all.jsonl")).containsExactly("precious");
    }

    @Test
    void fileThatExistsIsReplacedIfAskedTo() throws IOException {
        write("all.jsonl", "precious");
        Files.writeString(file("all.jsonl.progress"), "{}");
        assertThat(run("export", "absent", "--output", file("all.jsonl").toString(), "--overwrite"))
                .isEqualTo(1);
        assertThat(lines("all.jsonl"))
                .as("kept, since there is nothing to replace it")
                .containsExactly("precious");
        assertThat(export("all.jsonl", "--overwrite")).as(console.err()).isZero();
        assertThat(lines("all.jsonl")).hasSize(3);
        assertThat(file("all.jsonl.progress")).doesNotExist();
        assertThat(export("all.jsonl", "--overwrite", "--resume")).isEqualTo(2);
        assertThat(run("export", "orders", "--output", temporary.toString(), "--overwrite"))
                .isEqualTo(2);
        assertThat(console.err()).contains("is not a regular file");
    }

    @Test
    void anotherExportIsNotAddedToOneThatWasInterrupted() throws IOException {
        write("all.jsonl", "half a li");
        Files.writeString(
                file("all.jsonl.progress"),
                "{\"source\":\"shop/other, items: all\",\"bytes\":0,\"items\":0,\"ranges\":[]}");
        assertThat(export("all.jsonl")).isEqualTo(2);
        assertThat(console.err()).contains("Continue it with --resume, or start over with --overwrite");
        assertThat(export("all.jsonl", "--resume")).isEqualTo(2);
        assertThat(console.err()).contains("was a different one: shop/other");
    }

    @Test
    void largeItemsAndEmptyFilesAreNothingSpecial() throws IOException {
        write("large.jsonl", "{\"id\":\"x\",\"customer\":\"ann\",\"text\":\"" + "ü".repeat(600_000) + "\"}");
        server.container("target", "");
        assertThat(imported("target", "large.jsonl")).as(console.err()).isZero();
        assertThat(ids("target")).containsExactly("\"x\"");
        write("empty.jsonl");
        assertThat(imported("target", "empty.jsonl")).isZero();
        assertThat(console.err()).contains("0 items imported");
    }

    @Test
    void optionsThatMakeNoSenseAreRefused() {
        assertThat(run("export", "orders", "--resume")).isEqualTo(2);
        assertThat(run("import", "orders", "-", "--resume")).isEqualTo(2);
        assertThat(run("import", "orders", "absent.jsonl")).isEqualTo(2);
        assertThat(run("import", "orders", "x", "--mode", "merge")).isEqualTo(2);
        assertThat(run("import", "orders", "x", "--on-error", "cry")).isEqualTo(2);
        assertThat(run("import", "orders", "x", "--errors", "y")).isEqualTo(2);
        assertThat(run("import", "orders", "x", "--parallel", "0")).isEqualTo(2);
        assertThat(run("import", "orders", "x", "--partition-key", "/x")).isEqualTo(2);
        assertThat(run("import", "orders", "x", "--create", "--partition-key", "x"))
                .isEqualTo(2);
        assertThat(console.out()).isEmpty();
    }
}
