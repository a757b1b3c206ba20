package org.mayflydb.storage;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Files and directories that other users of the machine can neither read nor write, where the file system supports it. */
public final class OwnerOnly {
    private OwnerOnly() {}

    /** Creates a directory and those above it that are missing. One that exists keeps its permissions. */
    public static void createDirectories(Path directory) throws IOException {
        Files.createDirectories(directory, attributes("rwx------"));
    }

    /** The attributes of a new file. */
    public static FileAttribute<?>[] ofFile() {
        return attributes("rw-------");
    }

    private static FileAttribute<?>[] attributes(String permissions) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
