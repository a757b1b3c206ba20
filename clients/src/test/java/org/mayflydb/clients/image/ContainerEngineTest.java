package org.mayflydb.clients.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.ServerSettings;

/** The image itself, where there is a container engine that has it. */
class ContainerEngineTest {
    private static final String IMAGE = "mayfly";

    private record Outcome(int status, String output) {}

    private static Outcome docker(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("docker"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), output.strip());
    }

    private static boolean hasImage() throws InterruptedException {
        try {
            return docker("image", "inspect", IMAGE).status == 0;
        } catch (IOException noDocker) {
            return false;
        }
    }

    private static void awaitStart(String container) throws IOException {
        Process logs = new ProcessBuilder("docker", "logs", "--follow", container).start();
        try (BufferedReader out = logs.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.lines().anyMatch(line -> line.equals("Started"))).isTrue();
        } finally {
            logs.destroy();
        }
    }

    /** Where a port of a container is published. */
    private static String published(String container, int port) throws IOException, InterruptedException {
        return docker("port", container, Integer.toString(port))
                .output
                .lines()
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aContainerOfTheImageServesAClientAndItsProbes() throws Exception {
        if (!hasImage()) {
            String notice = "The test of the container image is skipped: it needs docker and the image '" + IMAGE
                    + "', which 'docker build -t " + IMAGE + " .' makes.";
            System.err.println(notice);
            Assumptions.abort(notice);
        }
        String container =
                docker("run", "--detach", "--publish", "127.0.0.1::8081", "--publish", "127.0.0.1::8080", IMAGE).output;
        try {
            awaitStart(container);
            HttpResponse<String> ready = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://" + published(container, 8080) + "/ready"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(ready.statusCode()).isEqualTo(200);
            try (CosmosClient client = new CosmosClientBuilder()
                    .endpoint("https://" + published(container, 8081))
                    .key(ServerSettings.WELL_KNOWN_KEY)
                    .gatewayMode()
                    .buildClient()) {
                assertThat(client.createDatabase("shop").getStatusCode()).isEqualTo(201);
            }
        } finally {
            docker("rm", "--force", "--volumes", container);
        }
    }
}
