package org.mayflydb.storage.rocksdb;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The logs in a store's directory. */
final class LogFiles {
    private static final String SUFFIX = ".log";
    private static final Pattern NAME = Pattern.compile("\\d{1,18}\\.log");

    private LogFiles() {}

    static List<Path> in(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(
                            file -> NAME.matcher(file.getFileName().toString()).matches())
                    .toList();
        }
    }

    /** Later logs have larger numbers. */
    static long number(Path log) {
        String name = log.getFileName().toString();
        return Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
    }

    static long bytes(Path directory) throws IOException {
        long bytes = 0;
        for (Path log : in(directory)) {
            bytes += Files.size(log);
        }
        return bytes;
    }

    /** Makes their content survive a power failure. */
    static void sync(Path directory) throws IOException {
        for (Path log : in(directory)) {
            try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
        }
    }
}
