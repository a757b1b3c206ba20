package org.mayflydb.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;
import picocli.CommandLine.Command;

/**
 * {@code mayfly rehearse}: starts a server, asks it once and stops. The launcher has Java keep the classes that this takes,
 * from which a server then starts more quickly.
 */
@Command(
        name = "rehearse",
        hidden = true,
        exitCodeOnExecutionException = MayflyCommand.EXIT_BUG,
        description = "Starts a server, asks it once and stops.")
final class RehearseCommand implements Callable<Integer> {
    @Override
    public Integer call() throws IOException {
        // In a directory, because most servers have one and the classes of the store are among the slowest.
        Path directory = Files.createTempDirectory("mayfly-rehearsal");
        try {
            return rehearse(directory);
        } finally {
            remove(directory);
        }
    }

    private static int rehearse(Path directory) throws IOException {
        List<String> flags = List.of("--data", directory.toString(), "--port", "0", "--durability", "relaxed");
        ServerSettings settings =
                ServerSettings.read(Map.of(), PlainFlags.of(flags).orElseThrow());
        try (MayflyServer server = ServeCommand.start(settings, () -> settings)) {
            return ReadyQuestion.to(server.port()).isAnsweredWithYes() ? 0 : MayflyCommand.EXIT_BUG;
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
