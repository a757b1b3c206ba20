package org.mayflydb.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFailuresTest {
    @TempDir
    private Path temporary;

    @Test
    void aMissingFileIsSaidToBeMissing() {
        Path absent = temporary.resolve("absent");
        assertThat(described(() -> Files.readString(absent))).isEqualTo("no such file or directory: " + absent);
        assertThat(described(() -> new FileInputStream(absent.toFile()).close()))
                .isEqualTo("No such file or directory: " + absent);
    }

    @Test
    void theReasonOfTheSystemIsKept() {
        assertThat(FileFailures.describe(new FileSystemException("/data/x", null, "No space left on device")))
                .isEqualTo("No space left on device: /data/x");
        assertThat(FileFailures.describe(new IOException("Broken pipe"))).isEqualTo("Broken pipe");
    }

    @Test
    void exceptionsWithoutAMessageOfTheirOwnGetOne() {
        assertThat(FileFailures.describe(new AccessDeniedException("/data"))).isEqualTo("permission denied: /data");
        assertThat(FileFailures.describe(new FileAlreadyExistsException("/data")))
                .isEqualTo("it already exists: /data");
        assertThat(FileFailures.describe(new NotDirectoryException("/data"))).isEqualTo("it is not a directory: /data");
        assertThat(FileFailures.describe(new DirectoryNotEmptyException("/data")))
                .isEqualTo("the directory is not empty: /data");
        assertThat(FileFailures.describe(new FileSystemException(null))).isEqualTo("input/output error");
        assertThat(FileFailures.describe(new IOException())).isEqualTo("input/output error");
        assertThat(FileFailures.describe(new MalformedInputException(1))).isEqualTo("it is not UTF-8 text");
    }

    private static String described(ThrowingCallable action) {
        try {
            action.call();
        } catch (IOException failure) {
            return FileFailures.describe(failure);
        } catch (Throwable other) {
            throw new AssertionError(other);
        }
        throw new AssertionError("it did not fail");
    }
}
