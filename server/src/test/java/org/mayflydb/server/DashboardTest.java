package org.mayflydb.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.SystemTime;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.http.HttpSettings;
import org.mayflydb.server.transport.ServerCertificate;

/** The dashboard in {@code packaging/grafana} beside what a running server exports. */
class DashboardTest {
    private static final Path DASHBOARD = Path.of("..", "packaging", "grafana", "mayfly.json");
    private static final Pattern NAME = Pattern.compile("\\bmayfly_[a-z_]+");

    @Test
    void itShowsAllThatAServerExportsAndNothingElse() throws Exception {
        MovableClock clock = MovableClock.ticking();
        Mayfly mayfly = Mayfly.builder().clock(clock).backgroundPurge(false).inMemory();
        mayfly.createDatabase("d")
                .createContainer(ContainerSpec.named("c").partitionKey("/id").defaultTtlSeconds(60));
        try (MayflyServer server = MayflyServer.start(new MayflyServer.Parts(
                mayfly.engine(),
                clock,
                AccountKeys.of(ServerSettings.WELL_KNOWN_KEY),
                new HttpSettings("127.0.0.1", 0, () -> ServerCertificate.inMemory("localhost", SystemTime.source())),
                false))) {
            assertThat(get(server, "/dbs").statusCode())
                    .as("counted all the same")
                    .isEqualTo(401);
            Set<String> exported = Stream.of("/metrics", "/_mayfly/metrics")
                    .flatMap(path -> get(server, path).body().lines())
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.replaceFirst("[{ ].*", ""))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(namesInTheDashboard()).isEqualTo(exported);
        }
    }

    private static Set<String> namesInTheDashboard() throws Exception {
        return NAME.matcher(Files.readString(DASHBOARD))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static HttpResponse<String> get(MayflyServer server, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header("authorization", "Bearer " + ServerSettings.WELL_KNOWN_KEY)
                .build();
        try {
            return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }
}
