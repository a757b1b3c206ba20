package org.mayflydb.clients.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** What the module of Testcontainers for Node.js asks for, by its published code, given to the entry point of the image. */
class NodeTestcontainersTest {
    private static final String PACKAGE = "@testcontainers/azure-cosmosdb-emulator@12.1.0";
    private static final Path SCRIPT =
            Path.of("src/test/js/testcontainers-module.cjs").toAbsolutePath();

    @TempDir
    private Path directory;

    private record Outcome(int status, String output) {}

    private Outcome run(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Outcome(process.waitFor(), output.strip());
        } catch (IOException missing) {
            return new Outcome(-1, missing.toString());
        }
    }

    /** The module alone: the library below it has 94 MB. */
    private Path download() throws InterruptedException {
        Outcome packed = run("npm", "pack", "--silent", "--prefer-offline", PACKAGE);
        if (packed.status != 0) {
            String notice = "The test of Testcontainers for Node.js is skipped: it needs node, and npm with access to "
                    + PACKAGE + ".";
            System.err.println(notice);
            Assumptions.abort(notice);
        }
        assertThat(run("tar", "-xzf", packed.output).status).isZero();
        return directory.resolve("package");
    }

    private static JsonValue member(JsonObject object, String name) {
        return Objects.requireNonNull(object.get(name), name);
    }

    private static String text(JsonObject object, String name) {
        return ((JsonString) member(object, name)).value();
    }

    @Test
    void theModuleOfNodeStartsItAndAClientWorks() throws Exception {
        Outcome printed = run("node", SCRIPT.toString(), download().toString());
        assertThat(printed.status).as(printed.output).isZero();
        JsonObject asked = (JsonObject) JsonValue.parse(printed.output);
        ExecutorService threads = Executors.newCachedThreadPool();
        ProcessContainer container = new ProcessContainer(
                ImageDefinition.read(), (JsonObject) member(asked, "request"), directory.resolve("container"));
        try {
            container.start(threads);
            assertThat(container.log().await(text(asked, "awaited"))).isTrue();
            try (CosmosClient client = new CosmosClientBuilder()
                    .endpoint(text(asked, "endpoint"))
                    .key(text(asked, "key"))
                    .gatewayMode()
                    .buildClient()) {
                assertThat(client.createDatabase("shop").getStatusCode()).isEqualTo(201);
            }
        } finally {
            container.kill();
            threads.shutdown();
        }
    }
}
