package org.mayflydb.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditFileTest {
    @TempDir
    private Path directory;

    private static byte[] line(String text) {
        return (text + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void fullFilesArePutAsideAndTheOldestAreDeleted() throws IOException {
        Path path = directory.resolve("audit.log");
        try (AuditFile file = new AuditFile(path, 10, 3)) {
            for (int i = 1; i <= 8; i++) {
                file.append(line("line" + i));
            }
        }
        assertThat(path).hasContent("line8\n");
        assertThat(directory.resolve("audit.log.1")).hasContent("line7\n");
        assertThat(directory.resolve("audit.log.2")).hasContent("line6\n");
        try (var files = Files.list(directory)) {
            assertThat(files).hasSize(3);
        }
    }

    @Test
    void linesAreAddedToThoseOfTheRunBefore() throws IOException {
        Path path = directory.resolve("audit.log");
        for (int i = 1; i <= 2; i++) {
            try (AuditFile file = new AuditFile(path, 1000, 3)) {
                file.append(line("run" + i));
            }
        }
        assertThat(path).hasContent("run1\nrun2\n");
    }

    @Test
    void onlyTheOwnerMayReadIt() throws IOException {
        Path path = directory.resolve("sub").resolve("audit.log");
        try (AuditFile file = new AuditFile(path, 1000, 3)) {
            file.append(line("a"));
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path.getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void aFileThatCannotBeOpenedIsTriedAgain() throws IOException {
        Path inTheWay = Files.createFile(directory.resolve("audit"));
        Path path = inTheWay.resolve("audit.log");
        try (AuditFile file = new AuditFile(path, 1000, 3)) {
            assertThatThrownBy(() -> file.append(line("lost"))).isInstanceOf(IOException.class);
            Files.delete(inTheWay);
            file.append(line("kept"));
        }
        assertThat(path).hasContent("kept\n");
    }
}
