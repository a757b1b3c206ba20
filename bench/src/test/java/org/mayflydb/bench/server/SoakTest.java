package org.mayflydb.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.SystemTime;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;

class SoakTest {

    @Test
    void wellBehavedClientFindsEveryAnswerRightBesideHostileOnes() throws IOException {
        ServerSettings settings = ServerSettings.read(Map.of(), Map.of("memory", "true", "port", "0"));
        try (MayflyServer server = MayflyServer.start(settings)) {
            Soak.createContainers(server.port(), SystemTime.source());
            try (SoakClient client =
                    new SoakClient(PlainClient.connect(server.port()), "tenant", new Random(3), SystemTime.source())) {
                for (Hostility hostility : Hostility.values()) {
                    hostility.once(
                            server.port(), new Random(4), SystemTime.source().instant());
                    for (int i = 0; i < 100; i++) {
                        client.step();
                    }
                }
                assertThat(client.operations()).isEqualTo(100L * Hostility.values().length);
            }
        }
    }

    @Test
    void memoryIsFlatIfTheLastQuarterIsLikeTheSecond() {
        Soak.MemorySeries flat = new Soak.MemorySeries();
        Soak.MemorySeries growing = new Soak.MemorySeries();
        for (int i = 0; i < 40; i++) {
            flat.add((i < 10 ? 50L : 100L) << 20);
            growing.add((100L + 2L * i) << 20);
        }
        assertThat(flat.isFlat()).isTrue();
        assertThat(growing.isFlat()).isFalse();
    }
}
