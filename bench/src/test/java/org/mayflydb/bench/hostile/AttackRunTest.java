package org.mayflydb.bench.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.SystemTime;
import org.mayflydb.bench.server.DirectBench;
import org.mayflydb.bench.server.DirectClient;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;

class AttackRunTest {
    private static final InstantSource CLOCK = SystemTime.source();
    private static final PoliteClient.Observer NOBODY = (operation, nanos) -> {};

    @Test
    void everyCheapAttackIsAnsweredAsItShouldAndWellBehavedClientsFindEveryResponseRight() throws IOException {
        int directPort = DirectBench.freePort();
        ServerSettings settings = ServerSettings.read(
                Map.of(), Map.of("memory", "true", "port", "0", "direct-port", Integer.toString(directPort)));
        try (MayflyServer server = MayflyServer.start(settings)) {
            Target.prepare(server.port(), CLOCK);
            String list = PoliteLoad.CONTAINER + "/docs";
            String replica = DirectClient.replicaPath(server.port(), PoliteLoad.CONTAINER, CLOCK.instant());
            try (PoliteClient http = new PoliteClient(
                            Documents.http(server.port(), list, CLOCK), NOBODY, "http", new Random(3), CLOCK);
                    PoliteClient direct = new PoliteClient(
                            Documents.direct(directPort, list, replica, CLOCK),
                            NOBODY,
                            "direct",
                            new Random(4),
                            CLOCK)) {
                steps(http, direct);
                AttackRun attacks = new AttackRun(server.port(), directPort, CLOCK, "", 5);
                attacks.once(Attack.Pace.CHEAP);
                steps(http, direct);
                StringWriter table = new StringWriter();
                attacks.print(new PrintWriter(table));
                assertThat(attacks.unexpected()).as(table.toString()).isZero();
                assertThat(attacks.neverProven(Set.of(Attack.Pace.CHEAP)))
                        .as(table.toString())
                        .isZero();
            }
        }
    }

    private static void steps(PoliteClient... clients) throws IOException {
        for (int i = 0; i < 200; i++) {
            for (PoliteClient client : clients) {
                client.step();
            }
        }
    }
}
