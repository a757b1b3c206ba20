package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.app.endpoint.Account;
import org.mayflydb.app.endpoint.Connection;
import org.mayflydb.app.endpoint.ContainerAddress;
import org.mayflydb.app.endpoint.Endpoint;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.server.ServerSettings;
import org.mayflydb.storage.StoreProvider;

/** Backups of a server in a process of its own, under load, and restores that are killed. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal that kills")
@Tag("process")
class BackupProcessTest {
    private static final int WRITERS = 3;
    private static final int WRITES_BEFORE_BACKUP = 150;

    @TempDir
    private Path temporary;

    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicIntegerArray acknowledged = new AtomicIntegerArray(WRITERS);

    private String path(String name) {
        return temporary.resolve(name).toString();
    }

    @Test
    void backupUnderLoadSurvivesTheServerAndRestoresThatAreKilled() throws Exception {
        int[] before = new int[WRITERS];
        try (MayflyProcess server = MayflyProcess.start(
                temporary.resolve("err"),
                "serve",
                "--data",
                path("data"),
                "--port",
                "0",
                "--durability",
                "relaxed",
                "--backup-directory",
                path("backups"))) {
            String url = MayflyProcess.endpointOf(server);
            RemoteContainer container = container(url);
            List<Thread> writers = start(container);
            try {
                while (acknowledged.get(0) < WRITES_BEFORE_BACKUP) {
                    Thread.onSpinWait();
                }
                for (int i = 0; i < WRITERS; i++) {
                    before[i] = acknowledged.get(i);
                }
                assertThat(new Console().run("backup", "--endpoint", url, "monday"))
                        .isZero();
            } finally {
                stop.set(true);
                for (Thread writer : writers) {
                    writer.join();
                }
            }
            assertThat(server.kill()).isEqualTo(MayflyProcess.KILLED);
        }
        restoreAndCompare(before);
        killRestore();
    }

    private static RemoteContainer container(String url) {
        Account account = new Account(
                Endpoint.of(new Connection(URI.create(url), ServerSettings.WELL_KNOWN_KEY, Optional.empty())));
        account.createDatabase("shop");
        account.createContainer(
                "shop", object("{\"id\":\"counts\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\"}}"));
        return account.items(new ContainerAddress("shop", "counts"));
    }

    private static JsonObject object(String json) {
        return (JsonObject) JsonValue.parse(json);
    }

    private List<Thread> start(RemoteContainer container) {
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            int writer = i;
            Thread thread = new Thread(() -> write(container, writer), "writer-" + i);
            thread.start();
            writers.add(thread);
        }
        return writers;
    }

    /** Numbers its items, so that those of a moment are the first so many. */
    private void write(RemoteContainer container, int writer) {
        for (int i = 1; !stop.get(); i++) {
            container.create(
                    PartitionKey.of("w" + writer), object("{\"id\":\"i" + i + "\",\"pk\":\"w" + writer + "\"}"));
            acknowledged.set(writer, i);
        }
    }

    private void restoreAndCompare(int[] before) {
        Console console = new Console();
        assertThat(console.run("restore", path("backups") + "/monday", "--data", path("restored")))
                .as(console.err())
                .isZero();
        try (Mayfly mayfly = Mayfly.open(temporary.resolve("restored"))) {
            Container counts = mayfly.database("shop").container("counts");
            long present = 0;
            for (int writer = 0; writer < WRITERS; writer++) {
                int last = 0;
                while (counts.find("i" + (last + 1), PartitionKey.of("w" + writer))
                        .isPresent()) {
                    last++;
                }
                assertThat(last).as("items of writer %s", writer).isGreaterThanOrEqualTo(before[writer]);
                present += last;
            }
            assertThat(counts.usage().items())
                    .as("no item without those before it")
                    .isEqualTo(present);
        }
    }

    private void killRestore() throws Exception {
        Path directory = temporary.resolve("killed");
        Path marker = directory.resolve(StoreProvider.UNFINISHED);
        try (MayflyProcess restore = MayflyProcess.start(
                temporary.resolve("err"), "restore", path("backups") + "/monday", "--data", path("killed"))) {
            while (!Files.exists(marker) && restore.goesOn()) {
                // It has to begin first.
            }
            assertThat(restore.kill()).isEqualTo(MayflyProcess.KILLED);
        }
        for (String[] command : new String[][] {
            {"check", directory.toString()},
            {"serve", "--data", directory.toString(), "--port", "0"},
            {"restore", path("backups") + "/monday", "--data", directory.toString()}
        }) {
            Console console = new Console();
            assertThat(console.run(command)).as(command[0]).isEqualTo(2);
            assertThat(console.err()).as(command[0]).contains("interrupted", "remove the directory and restore again");
        }
    }
}
