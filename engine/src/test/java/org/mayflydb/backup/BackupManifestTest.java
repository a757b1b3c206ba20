package org.mayflydb.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mayflydb.backup.BackupManifest.StoreFile;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.database.StoreSummary;
import org.mayflydb.database.StoreSummary.ContainerItems;

class BackupManifestTest {
    private static final BackupManifest MANIFEST = new BackupManifest(
            Instant.parse("2026-11-16T09:00:00.5Z"),
            "1.2",
            new StoreSummary(List.of(new ContainerItems("shop", "orders", 3), new ContainerItems("shop", "x", 0))),
            List.of(new StoreFile("CURRENT", 16), new StoreFile("000008.sst", 1_000_000_000_000L)));

    private static BackupManifest parse(String json) {
        return BackupManifest.parse(json.getBytes(StandardCharsets.UTF_8), "the file");
    }

    @Test
    void manifestIsReadBackAsItWas() {
        assertThat(parse(MANIFEST.toJson().toString())).isEqualTo(MANIFEST);
        assertThat(MANIFEST.bytes()).isEqualTo(1_000_000_000_016L);
        assertThat(MANIFEST.items().items()).isEqualTo(3);
    }

    @Test
    void anotherFormatIsNamed() {
        assertThatThrownBy(() -> parse(MANIFEST.toJson().toString().replace("backup 1", "backup 2")))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessage("the file has the format 'mayfly backup 2'; this version knows only 'mayfly backup 1'");
    }

    @Test
    void fileOutsideOfTheBackupIsRefused() {
        for (String name : List.of("..", ".", "", "../CURRENT", "a/b", "a\\\\b")) {
            assertThatThrownBy(() -> parse(MANIFEST.toJson().toString().replace("CURRENT", name)))
                    .as(name)
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining("a file is called");
        }
    }

    @Test
    void whatIsNoManifestIsDamaged() {
        String json = MANIFEST.toJson().toString();
        for (String damaged : List.of(
                "",
                "[]",
                "{}",
                json.substring(0, json.length() - 1),
                json.replace("madeAt", "made"),
                json.replace("2026-11-16", "yesterday"),
                json.replace("\"items\":3", "\"items\":-3"),
                json.replace("\"items\":3", "\"items\":\"3\""),
                json.replace("{\"name\":\"CURRENT\",\"bytes\":16}", "7"))) {
            assertThatThrownBy(() -> parse(damaged)).as(damaged).isInstanceOf(CorruptStoreException.class);
        }
    }

    @Test
    void versionIsThatOfTheBuild() {
        assertThat(BackupManifest.ownVersion()).isNotBlank();
    }
}
