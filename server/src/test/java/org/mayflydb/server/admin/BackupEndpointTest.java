package org.mayflydb.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.backup.Backup;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.ForbiddenException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

class BackupEndpointTest {
    private static final Instant START = Instant.parse("2026-11-16T09:00:00Z");

    @TempDir
    private Path temporary;

    private static JsonObject run(Mayfly mayfly, Path allowed, String parameters) {
        return new BackupEndpoint(mayfly.engine(), allowed).run((JsonObject) JsonValue.parse(parameters));
    }

    private Mayfly open() {
        return Mayfly.builder().clock(MovableClock.startingAt(START)).open(temporary.resolve("data"));
    }

    @Test
    void backupIsMadeBelowTheAllowedDirectoryByTheClockOfTheServer() {
        Path allowed = temporary.resolve("backups");
        try (Mayfly mayfly = open()) {
            mayfly.createDatabase("shop")
                    .createContainer(ContainerSpec.named("orders").partitionKey("/pk"))
                    .create(Map.of("id", "a", "pk", "p"));
            JsonObject answer = run(mayfly, allowed, "{\"directory\":\"monday-1.2_x\"}");
            assertThat(answer.toString())
                    .startsWith("{\"directory\":\"" + allowed.resolve("monday-1.2_x")
                            + "\",\"madeAt\":\"2026-11-16T09:00:00Z\",\"containers\":1,\"items\":1,\"bytes\":");
        }
        assertThat(Backup.find(allowed.resolve("monday-1.2_x")).manifest().madeAt())
                .isEqualTo(START);
    }

    @Test
    void withoutAnAllowedDirectoryItIsForbidden() {
        try (Mayfly mayfly = open()) {
            BackupEndpoint command = new BackupEndpoint(mayfly.engine(), null);
            assertThatThrownBy(() -> command.run(JsonObject.empty())).isInstanceOf(ForbiddenException.class);
        }
    }

    @Test
    void nameThatIsMoreThanANameIsRefused() {
        try (Mayfly mayfly = open()) {
            for (String parameters : List.of(
                    "{}",
                    "{\"directory\":7}",
                    "{\"directory\":\"\"}",
                    "{\"directory\":\".\"}",
                    "{\"directory\":\"..\"}",
                    "{\"directory\":\"../x\"}",
                    "{\"directory\":\"/tmp/x\"}",
                    "{\"directory\":\"a/b\"}",
                    "{\"directory\":\"a\\\\b\"}",
                    "{\"directory\":\"a\\u0000b\"}",
                    "{\"directory\":\"a\\n\"}",
                    "{\"directory\":\"" + "a".repeat(101) + "\"}",
                    "{\"directory\":\"a\",\"overwrite\":true}")) {
                assertThatThrownBy(() -> run(mayfly, temporary.resolve("backups"), parameters))
                        .as(parameters)
                        .isInstanceOf(BadRequestException.class);
            }
        }
        assertThat(temporary.resolve("backups")).doesNotExist();
    }

    @Test
    void nameThatIsTakenIsAConflict() throws IOException {
        Files.createDirectories(temporary.resolve("backups").resolve("monday"));
        try (Mayfly mayfly = open()) {
            assertThatThrownBy(() -> run(mayfly, temporary.resolve("backups"), "{\"directory\":\"monday\"}"))
                    .isInstanceOf(ConflictException.class);
        }
    }

    @Test
    void databaseInMemoryCannotBeBackedUp() {
        try (Mayfly mayfly = Mayfly.inMemory()) {
            assertThatThrownBy(() -> run(mayfly, temporary, "{\"directory\":\"monday\"}"))
                    .isInstanceOf(UnsupportedException.class);
        }
        assertThat(temporary.resolve("monday")).doesNotExist();
    }
}
