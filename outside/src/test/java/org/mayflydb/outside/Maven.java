package org.mayflydb.outside;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Maven, as it was called for this build. */
final class Maven {
    private static final long MINUTES_MAX = 10;

    private Maven() {}

    /** Returns when it has ended; the log says how. */
    static void run(Path directory, Path log, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp"));
        command.addAll(Workplace.mavenArguments());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "exec \"$@\"", "sh")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.command().addAll(command);
        builder.environment().clear();
        builder.environment().putAll(Workplace.environment());
        Process process = builder.start();
        process.waitFor(MINUTES_MAX, TimeUnit.MINUTES);
        process.destroyForcibly();
    }
}
