package org.mayflydb.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.base.SystemTime;
import org.mayflydb.bench.RawCreates;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;

/** What the benchmarks of the server are made of, as far as it needs no load generator. */
class ServerBenchTest {

    @TempDir
    private Path directory;

    @Test
    @EnabledOnOs(OS.LINUX)
    void bareServerGivesTheRecordedAnswerAndIsMeasured() throws IOException {
        Path answer = Files.writeString(
                directory.resolve("answer"), "HTTP/1.1 200 OK\r\nx-one: 1\r\ncontent-length: 4\r\n\r\nbody");
        try (ServerProcess bare = LoadedServer.startBare(List.of(), answer);
                PlainClient client = PlainClient.connect(bare.port())) {
            client.send("GET /anything HTTP/1.1\r\n\r\n");
            PlainClient.Answer answered = client.receive();
            assertThat(answered.head() + "\r\n" + answered.body()).isEqualTo(Files.readString(answer));
            assertThat(bare.cpuNanos()).isPositive();
            assertThat(bare.residentBytes()).isGreaterThan(10_000_000);
            assertThat(bare.openSockets())
                    .isGreaterThanOrEqualTo(2)
                    .isLessThan(bare.openFilesOutside(Path.of("/nowhere")));
        }
    }

    @Test
    void signedRequestsAreAccepted() throws IOException {
        Instant now = SystemTime.source().instant();
        ServerSettings settings = ServerSettings.read(Map.of(), Map.of("memory", "true", "port", "0"));
        try (MayflyServer server = MayflyServer.start(settings);
                PlainClient client = PlainClient.connect(server.port())) {
            client.ask(SignedRequest.of("POST", "dbs", Map.of(), "{\"id\":\"a\"}", now))
                    .expect(201);
            PlainClient.Answer read = client.ask(SignedRequest.of("GET", "dbs/a", Map.of(), "", now))
                    .expect(200);
            assertThat(read.body()).contains("\"id\":\"a\"");
        }
    }

    @Test
    void limitOfCreatesWritesAllItems() {
        try (RawCreates raw = RawCreates.open(directory)) {
            assertThat(raw.run(70).operations()).isEqualTo(70);
        }
    }

    @Test
    void scriptsCarryTheSignedRequests() throws IOException {
        SignedRequest request = SignedRequest.of("POST", "dbs", Map.of(), "{\"id\":\"@@@@@@@@@@###\"}", Instant.EPOCH);
        assertThat(Files.readString(Wrk.creates(directory, request, "@@@@@@@@@@", "###", 7)))
                .contains("POST /dbs HTTP/1.1\\r\\n")
                .contains("content-length: 22\\r\\n\\r\\n{\\\"id\\\":\\\"%010d%03d\\\"}")
                .contains("type%%3Dmaster")
                .contains("local n = 7");
        assertThat(Files.readString(Wrk.reads(directory, List.of(request)))).contains("r[1] = \"POST /dbs");
    }
}
