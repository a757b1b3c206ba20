package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.SystemTime;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;
import org.mayflydb.storage.StoreProvider;

class BackupCommandTest {
    private final Console console = new Console();

    @TempDir
    private Path temporary;

    private String path(String name) {
        return temporary.resolve(name).toString();
    }

    /** Two items of two hours ago, of which one has expired since. */
    private void storeOfYesterday() {
        Instant then = SystemTime.source().instant().minus(Duration.ofHours(2));
        try (Mayfly mayfly = Mayfly.builder()
                .clock(MovableClock.startingAt(then))
                .backgroundPurge(false)
                .open(temporary.resolve("data"))) {
            Container sessions = mayfly.createDatabase("shop")
                    .createContainer(ContainerSpec.named("sessions")
                            .partitionKey("/user")
                            .defaultTtl(Duration.ofDays(1)));
            sessions.create(Map.of("id", "visit", "user", "ann"));
            sessions.create(Map.of("id", "code", "user", "ann", "ttl", 300));
        }
    }

    @Test
    void storeThatNobodyHasOpenIsBackedUpAndRestored() {
        storeOfYesterday();
        assertThat(console.run("backup", "--data", path("data"), path("monday")))
                .isZero();
        assertThat(console.out())
                .contains("The backup is in " + path("monday") + ": 1 container, 2 items, ", " bytes.");
        assertThat(console.run("restore", path("monday"), "--data", path("restored")))
                .isZero();
        assertThat(console.out())
                .contains("1 container, 1 live item.", "1 item had expired by ", " and was removed.")
                .contains("The store is sound.");
        assertThat(console.run("check", path("restored"))).isZero();
        assertThat(console.err()).isEmpty();
    }

    @Test
    void nothingIsRevivedWhereTimeToLiveIsSwitchedOffUnlessThatIsAskedFor() {
        storeOfYesterday();
        console.run("backup", "--data", path("data"), path("monday"));
        assertThat(console.run("restore", path("monday"), "--data", path("a"), "--disable-ttl"))
                .isZero();
        assertThat(console.out()).contains("1 live item.", "TTL was turned off in 1 container.");
        Console again = new Console();
        assertThat(again.run("restore", path("monday"), "--data", path("b"), "--disable-ttl", "--revive-expired"))
                .isZero();
        assertThat(again.out()).contains("2 live items.", "1 item had expired by ", ": visible again.");
    }

    @Test
    void keptItemsAreSaidToBeUnseenAndTheCheckCanBeLeftOut() {
        storeOfYesterday();
        console.run("backup", "--data", path("data"), path("monday"));
        assertThat(console.run("restore", path("monday"), "--data", path("a"), "--revive-expired", "--no-check"))
                .isZero();
        assertThat(console.out())
                .contains("1 live item.", ": kept, but invisible.")
                .doesNotContain("sound");
    }

    @Test
    void runningServerMakesTheBackup() {
        Map<String, String> flags =
                Map.of("data", path("data"), "port", "0", "direct-port", "off", "backup-directory", path("backups"));
        try (MayflyServer server = MayflyServer.start(ServerSettings.read(Map.of(), flags))) {
            String endpoint = "http://localhost:" + server.port();
            assertThat(console.run("backup", "--endpoint", endpoint, "monday")).isZero();
            assertThat(console.out())
                    .contains("The backup is in " + path("backups") + "/monday (on the server): 0 containers, 0 items");
            assertThat(console.run("backup", "--endpoint", endpoint, "monday")).isEqualTo(1);
            assertThat(console.err()).contains("409");
            assertThat(console.run("backup", "--endpoint", endpoint, "../monday"))
                    .isEqualTo(1);
            assertThat(console.err()).contains("400");
        }
        assertThat(console.run("restore", path("backups") + "/monday", "--data", path("restored")))
                .isZero();
    }

    @Test
    void serverWithoutABackupDirectoryRefuses() {
        Map<String, String> flags = Map.of("memory", "true", "port", "0", "direct-port", "off");
        try (MayflyServer server = MayflyServer.start(ServerSettings.read(Map.of(), flags))) {
            assertThat(console.run("backup", "--endpoint", "http://localhost:" + server.port(), "monday"))
                    .isEqualTo(4);
        }
        assertThat(console.err()).contains("403", "started without a backup-directory");
    }

    @Test
    void whatCannotBeRestoredIsAnError() throws IOException {
        assertThat(console.run("restore", path("absent"), "--data", path("a"))).isEqualTo(2);
        assertThat(console.err()).contains("mayfly restore: there is no backup in " + path("absent"));
        assertThat(console.run("backup", "--data", path("absent"), path("monday")))
                .isEqualTo(2);
        assertThat(console.err()).contains("there is no directory " + path("absent"));
        assertThat(temporary).isEmptyDirectory();
        Files.createDirectory(temporary.resolve("b"));
        Files.createFile(temporary.resolve("b").resolve(StoreProvider.UNFINISHED));
        assertThat(console.run("check", path("b"))).isEqualTo(2);
        assertThat(console.err()).contains("because a restore into it was interrupted");
    }
}
