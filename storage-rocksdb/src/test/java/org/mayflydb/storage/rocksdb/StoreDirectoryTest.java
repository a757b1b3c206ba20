package org.mayflydb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.storage.StoreDamagedException;
import org.mayflydb.storage.StoreUnavailableException;

class StoreDirectoryTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"000012.sst", "000004.log", "OPTIONS-000007", "tls", "audit"})
    void aStoreWithoutItsMainFileIsDamaged(String name) throws IOException {
        Files.createFile(directory.resolve(name));
        assertThatThrownBy(() -> StoreDirectory.prepare(directory))
                .isInstanceOf(StoreDamagedException.class)
                .hasMessage("the store in " + directory + " is damaged: its file CURRENT is missing, but " + name
                        + " is there");
    }

    @Test
    void aNewDirectoryIsForItsOwnerAlone() throws IOException {
        Path created = directory.resolve("data");
        assertThat(StoreDirectory.prepare(created)).isTrue();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(created)))
                .isEqualTo("rwx------");
    }

    @Test
    void anotherDirectoryIsNoStore() throws IOException {
        Files.createFile(directory.resolve("letter.txt"));
        assertThatThrownBy(() -> StoreDirectory.prepare(directory))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage(
                        directory + " is not a Mayfly data directory: it contains letter.txt. Choose an empty or a new"
                                + " directory.");
    }

    @Test
    void whatAnInterruptedCreationLeavesIsNotInTheWay() throws IOException {
        Files.createFile(directory.resolve("LOCK"));
        Files.createFile(directory.resolve("MANIFEST-000001"));
        Files.createDirectory(directory.resolve("lost+found"));
        assertThat(StoreDirectory.prepare(directory)).isTrue();
    }
}
