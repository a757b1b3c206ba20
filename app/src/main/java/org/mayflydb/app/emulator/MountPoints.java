package org.mayflydb.app.emulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Where file systems are mounted, as volumes of a container are. */
public final class MountPoints {
    private static final Path TABLE = Path.of("/proc/self/mountinfo");
    private static final int MOUNT_POINT_FIELD = 4;

    private final Set<Path> paths;

    private MountPoints(Set<Path> paths) {
        this.paths = paths;
    }

    /** Those of this process; none where the system does not tell. */
    public static MountPoints here() {
        try {
            return of(Files.readAllLines(TABLE));
        } catch (IOException notLinux) {
            return of(List.of());
        }
    }

    /** Those that are listed in lines as of {@code /proc/self/mountinfo}. */
    public static MountPoints of(List<String> lines) {
        return new MountPoints(lines.stream()
                .map(line -> line.split(" ", -1))
                .filter(fields -> fields.length > MOUNT_POINT_FIELD)
                .map(fields -> Path.of(fields[MOUNT_POINT_FIELD]))
                .collect(Collectors.toUnmodifiableSet()));
    }

    boolean contains(Path path) {
        return paths.contains(path.toAbsolutePath().normalize());
    }
}
