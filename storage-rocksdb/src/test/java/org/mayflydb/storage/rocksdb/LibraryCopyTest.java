package org.mayflydb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "copies are kept on POSIX file systems only")
@Tag("process")
class LibraryCopyTest {
    @TempDir
    private Path temporary;

    private Path shared() {
        return temporary.resolve("mayfly-rocksdb-" + System.getProperty("user.name"));
    }

    private Path copy() {
        return LibraryCopy.find(temporary).orElseThrow();
    }

    @Test
    void theSecondProcessUsesTheCopyOfTheFirst() throws IOException {
        Path first = copy();
        Object inode = Files.getAttribute(first, "unix:ino");
        assertThat(copy()).isEqualTo(first);
        assertThat(Files.getAttribute(first, "unix:ino")).isEqualTo(inode);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(shared())))
                .isEqualTo("rwx------");
        assertThat(children(temporary)).containsExactly(shared());
    }

    @Test
    void aDamagedCopyIsReplaced() throws IOException {
        Path file = copy();
        byte[] library = Files.readAllBytes(file);
        byte[] flipped = library.clone();
        flipped[flipped.length / 2] ^= 1;
        Files.write(file, flipped);
        assertThat(copy()).hasBinaryContent(library);
        Files.write(file, new byte[100]);
        assertThat(copy()).hasBinaryContent(library);
    }

    @Test
    void aDirectoryThatOthersCanWriteToIsNotUsed() throws IOException {
        Files.createDirectory(shared());
        Files.setPosixFilePermissions(shared(), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(LibraryCopy.find(temporary)).isEmpty();
        assertThat(shared()).isEmptyDirectory();
    }

    @Test
    void aSymbolicLinkIsNotFollowed() throws IOException {
        Path elsewhere = Files.createDirectory(
                temporary.resolve("elsewhere"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createSymbolicLink(shared(), elsewhere);
        assertThat(LibraryCopy.find(temporary)).isEmpty();
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void aCopyThatIsALinkIsReplaced() throws IOException {
        Path file = copy();
        Path other = temporary.resolve("other");
        Files.move(file, other);
        Files.createSymbolicLink(file, other);
        assertThat(copy()).isRegularFile();
        assertThat(Files.isSymbolicLink(file)).isFalse();
    }

    @Test
    void withoutAPlaceThereIsNoCopy() {
        assertThat(LibraryCopy.find(temporary.resolve("absent"))).isEmpty();
    }

    /** Ends as kill -9 ends it: nothing is cleaned up. */
    static final class Killed {
        private Killed() {}

        public static void main(String[] arguments) {
            try (RocksStore store = RocksStore.open(Path.of(arguments[0]), StoreImage.SMALL)) {
                System.out.println(store.location());
                System.out.flush();
                Runtime.getRuntime().halt(137);
            }
        }
    }

    @Test
    void processesThatAreKilledLeaveOneCopyBehind() throws Exception {
        for (int i = 0; i < 2; i++) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-Djava.io.tmpdir=" + temporary,
                            "-cp",
                            System.getProperty("java.class.path"),
                            Killed.class.getName(),
                            temporary.resolve("store").toString())
                    .inheritIO()
                    .start();
            assertThat(process.waitFor()).isEqualTo(137);
        }
        try (Stream<Path> files = Files.walk(temporary)) {
            assertThat(files.filter(file -> file.getFileName().toString().contains("rocksdbjni")))
                    .hasSize(1);
        }
    }

    private static List<Path> children(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }
}
