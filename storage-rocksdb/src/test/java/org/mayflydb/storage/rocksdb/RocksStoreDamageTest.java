package org.mayflydb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.mayflydb.storage.rocksdb.StoreImage.SMALL;
import static org.mayflydb.storage.rocksdb.StoreImage.countIntact;
import static org.mayflydb.storage.rocksdb.StoreImage.cut;
import static org.mayflydb.storage.rocksdb.StoreImage.flip;
import static org.mayflydb.storage.rocksdb.StoreImage.key;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.StoreDamagedException;
import org.mayflydb.storage.StoreUnavailableException;

/** No damage leads to wrong data or to a store that is silently shorter. */
class RocksStoreDamageTest {

    private static final String CURRENT = "CURRENT";
    private static final String MANIFEST = "MANIFEST-\\d+";
    private static final String ENTRIES = "\\d+\\.sst";
    private static final String LOG = "\\d+\\.log";

    @TempDir
    private Path temporary;

    private Path damaged;
    private StoreImage image;

    @BeforeEach
    void takeImage() throws Exception {
        damaged = temporary.resolve("damaged");
        image = StoreImage.take(temporary);
    }

    @Test
    void storeOfAKilledProcessIsWhole() throws Exception {
        try (RocksStore store = RocksStore.open(image.copyTo(damaged), SMALL)) {
            store.verifyChecksums();
            assertThat(countIntact(store)).isEqualTo(image.commits());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {CURRENT, MANIFEST, ENTRIES, LOG})
    void missingFileIsRefused(String kind) throws Exception {
        for (Path file : image.files(kind)) {
            image.copyTo(damaged);
            Files.delete(damaged.resolve(file.getFileName()));
            assertRefused("without " + file.getFileName());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {CURRENT, MANIFEST, ENTRIES})
    void shortenedFileIsRefused(String kind) throws Exception {
        for (Path file : image.files(kind)) {
            for (long length : List.of(0L, Files.size(file) / 3, Files.size(file) / 2)) {
                image.copyTo(damaged);
                cut(damaged.resolve(file.getFileName()), length);
                assertRefused(file.getFileName() + " cut to " + length);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {CURRENT, MANIFEST, ENTRIES})
    void changedByteIsRefusedOrDoesNotMatter(String kind) throws Exception {
        long seed = 1;
        Random random = new Random(seed);
        for (Path file : image.files(kind)) {
            for (int i = 0; i < 25; i++) {
                int position = random.nextInt((int) Files.size(file));
                image.copyTo(damaged);
                flip(damaged.resolve(file.getFileName()), position);
                assertRefusedOrWhole("seed " + seed + ", " + file.getFileName() + " at " + position);
            }
        }
    }

    @Test
    void changedByteInTheMiddleOfTheLogIsRefused() throws Exception {
        long seed = 2;
        Random random = new Random(seed);
        for (Path file : image.files(LOG)) {
            for (int i = 0; i < 25; i++) {
                int position = random.nextInt((int) Files.size(file) / 2);
                image.copyTo(damaged);
                flip(damaged.resolve(file.getFileName()), position);
                assertRefused("seed " + seed + ", " + file.getFileName() + " at " + position);
            }
        }
    }

    @Test
    void lastRecordOfTheLogMayHaveBeenCutShort() throws Exception {
        Path log = image.files(LOG).get(0).getFileName();
        image.copyTo(damaged);
        cut(damaged.resolve(log), Files.size(damaged.resolve(log)) - 5);
        try (RocksStore store = RocksStore.open(damaged, SMALL)) {
            assertThat(countIntact(store)).isEqualTo(image.commits() - 1);
            byte[] value = new byte[1_000];
            new Random(image.commits() - 1).nextBytes(value);
            store.partition(1).commit(new Commit(Durability.SYNCED).put(key(image.commits() - 1), value));
        }
        try (RocksStore store = RocksStore.open(damaged, SMALL)) {
            assertThat(countIntact(store)).isEqualTo(image.commits());
        }
    }

    @Test
    void olderLogThatIsMissingOrShortenedIsRefused() throws Exception {
        image = StoreImage.takeWithTwoLogs(Files.createDirectory(temporary.resolve("two")));
        assertThat(image.files(LOG)).hasSize(2);
        Path older = damaged.resolve(image.files(LOG).get(0).getFileName());
        image.copyTo(damaged);
        cut(older, Files.size(older) - 2_000);
        assertRefused("older log cut");
        image.copyTo(damaged);
        Files.delete(older);
        assertRefused("older log missing");
        image.copyTo(damaged);
        try (RocksStore store = RocksStore.open(damaged, SMALL)) {
            assertThat(countIntact(store)).isEqualTo(image.commits());
        }
    }

    @Test
    void readOfADamagedBlockNamesTheFile() throws Exception {
        Path file = image.files(ENTRIES).get(0).getFileName();
        image.copyTo(damaged);
        flip(damaged.resolve(file), 500);
        try (RocksStore store = RocksStore.open(damaged, SMALL)) {
            assertThatThrownBy(() -> store.partition(1).get(key(0)))
                    .isInstanceOf(StoreDamagedException.class)
                    .hasMessageContaining(damaged.resolve(file).toString());
            assertThatThrownBy(() -> store.partition(1).scan(KeyRange.all(), Direction.FORWARD, 1, 1))
                    .isInstanceOf(StoreDamagedException.class);
            assertThatThrownBy(store::verifyChecksums)
                    .isInstanceOf(StoreDamagedException.class)
                    .hasMessageContaining(file.toString());
        }
    }

    @Test
    void fileInPlaceOfTheDirectoryIsRefused() throws IOException {
        Files.writeString(damaged, "not a directory");
        assertThatThrownBy(() -> RocksStore.open(damaged, SMALL))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(damaged + " is a file");
        assertThat(damaged).hasContent("not a directory");
    }

    @Test
    void directoryOfSomethingElseIsRefusedAndLeftAlone() throws IOException {
        Files.createDirectory(damaged);
        Files.writeString(damaged.resolve("letter.txt"), "dear reader");
        assertThatThrownBy(() -> RocksStore.open(damaged, SMALL))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(damaged + " is not a Mayfly data directory");
        assertThat(damaged).isDirectoryNotContaining("glob:**LOCK");
    }

    @Test
    void creationThatWasInterruptedStartsAgain() throws IOException {
        Files.createDirectory(damaged);
        for (String name : List.of("LOCK", "LOG", "IDENTITY", "MANIFEST-000001", "000001.dbtmp")) {
            Files.createFile(damaged.resolve(name));
        }
        try (RocksStore store = RocksStore.open(damaged, SMALL)) {
            assertThat(store.partitionNumbers()).isEmpty();
        }
    }

    private void assertRefused(String description) {
        assertThat(failureOfReadingEverything())
                .as(description)
                .isInstanceOf(StoreDamagedException.class)
                .hasMessageContaining(damaged.toString());
    }

    private void assertRefusedOrWhole(String description) {
        Throwable failure = failureOfReadingEverything();
        if (failure != null) {
            assertThat(failure)
                    .as(description)
                    .isInstanceOf(StoreDamagedException.class)
                    .hasMessageContaining(damaged.toString());
        }
    }

    /** Null if everything was there, as written. */
    private @Nullable Throwable failureOfReadingEverything() {
        return catchThrowable(() -> {
            try (RocksStore store = RocksStore.open(damaged, SMALL)) {
                store.verifyChecksums();
                assertThat(countIntact(store)).isEqualTo(image.commits());
            }
        });
    }
}
