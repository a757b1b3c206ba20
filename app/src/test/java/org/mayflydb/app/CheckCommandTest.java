package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.key.Keyspace;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreOptions;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.Stores;

class CheckCommandTest {
    private final Console console = new Console();

    @TempDir
    private Path temporary;

    @Test
    void soundStoreIsCountedAndFoundSound() {
        Path directory = storeOfThreeItems();
        assertThat(console.run("check", directory.toString())).isZero();
        assertThat(console.out()).contains("1 container, 1 partition, 3 items.", "The store is sound.");
        assertThat(console.err()).isEmpty();
    }

    @Test
    void directoryCanBeGivenAsAnAddress() {
        assertThat(console.run("check", "rocksdb:" + storeOfThreeItems())).isZero();
    }

    @Test
    void storeThatIsNotInADirectoryIsRefused() {
        assertThat(console.run("check", "memory:")).isEqualTo(2);
        assertThat(console.err()).contains("a directory is needed, and the store memory: is not in one");
    }

    @Test
    void checkChangesNothingThatALaterCheckSees() {
        Path directory = storeOfThreeItems();
        console.run("check", directory.toString());
        Console again = new Console();
        assertThat(again.run("check", directory.toString())).isZero();
        assertThat(again.out()).isEqualTo(console.out());
    }

    @Test
    void itemThatIsMissingFromTheFeedIsAFinding() {
        Path directory = storeOfThreeItems();
        removeFirst(directory, Keyspace.FEED);
        assertThat(console.run("check", directory.toString())).isEqualTo(1);
        assertThat(console.out())
                .contains("1 finding:", "container shop/sessions, partition 1: ", "is not in the feed as it should be")
                .doesNotContain("sound");
    }

    @Test
    void everyFindingIsPrinted() {
        Path directory = storeOfThreeItems();
        removeFirst(directory, Keyspace.ITEM);
        assertThat(console.run("check", directory.toString())).isEqualTo(1);
        assertThat(console.out())
                .contains("whose item is not of that version", "the head counts 3 items, but there are 2");
    }

    @Test
    void missingDirectoryIsAnErrorAndIsNotCreated() {
        Path absent = temporary.resolve("absent");
        assertThat(console.run("check", absent.toString())).isEqualTo(2);
        assertThat(console.err()).contains("mayfly check: there is no directory " + absent);
        assertThat(console.out()).isEmpty();
        assertThat(absent).doesNotExist();
    }

    @Test
    void directoryWithoutAStoreIsAnErrorAndStaysEmpty() {
        assertThat(console.run("check", temporary.toString())).isEqualTo(2);
        assertThat(console.err()).contains(temporary + " is not a Mayfly data directory");
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void fileIsNotADirectory() throws IOException {
        Path file = Files.createFile(temporary.resolve("file"));
        assertThat(console.run("check", file.toString())).isEqualTo(2);
        assertThat(console.err()).contains(file + " is not a directory");
    }

    @Test
    void storeThatIsOpenElsewhereCannotBeChecked() {
        Path directory = storeOfThreeItems();
        try (Mayfly open = Mayfly.open(directory)) {
            assertThat(console.run("check", directory.toString())).isEqualTo(2);
            assertThat(open.databases()).hasSize(1);
        }
        assertThat(console.err()).contains("is already open");
    }

    @Test
    void storeThatCannotBeOpenedIsAnError() throws IOException {
        Path directory = storeOfThreeItems();
        Files.writeString(directory.resolve("CURRENT"), "MANIFEST-999999\n");
        assertThat(console.run("check", directory.toString())).isEqualTo(2);
        assertThat(console.err()).contains("is damaged");
    }

    @Test
    void directoryMustBeNamed() {
        assertThat(console.run("check")).isEqualTo(2);
        assertThat(console.err()).contains("DIR", "Try 'mayfly check --help'.");
    }

    private Path storeOfThreeItems() {
        Path directory = temporary.resolve("store");
        try (Mayfly mayfly = Mayfly.open(directory)) {
            Container sessions = mayfly.createDatabase("shop")
                    .createContainer(ContainerSpec.named("sessions")
                            .partitionKey("/user")
                            .defaultTtl(Duration.ofDays(90)));
            sessions.create(Map.of("id", "visit", "user", "ann"));
            sessions.create(Map.of("id", "code", "user", "ann", "ttl", 300));
            sessions.create(Map.of("id", "consent", "user", "bob", "ttl", -1));
        }
        return directory;
    }

    /** Removes the first entry of a range of the only container behind the engine's back. */
    private static void removeFirst(Path directory, Keyspace keyspace) {
        try (Store store = Stores.open(StoreAddress.of(directory), StoreOptions.defaults())) {
            StorePartition partition = store.partition(1);
            partition.walk(KeyRange.prefix(keyspace.prefix()), entry -> {
                partition.commit(new Commit(Durability.SYNCED).delete(entry.key()));
                return false;
            });
        }
    }
}
