package org.mayflydb.app.shell;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the shell keeps what was typed: in the state directory of the user, which is nobody else's to read. */
public final class HistoryFile {
    private HistoryFile() {}

    /** Null if there is no place for it. The directory is made if it is missing. */
    public static @Nullable Path find(Map<String, String> environment, String home) {
        String state = environment.getOrDefault("XDG_STATE_HOME", "");
        // The custom is that a path which is not absolute does not count.
        Path directory =
                (Path.of(state).isAbsolute() ? Path.of(state) : Path.of(home, ".local", "state")).resolve("mayfly");
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(directory.getParent());
                if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
                    Files.createDirectory(
                            directory,
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                } else {
                    Files.createDirectory(directory);
                }
            }
        } catch (IOException noPlace) {
            return null;
        }
        return directory.resolve("history");
    }
}
