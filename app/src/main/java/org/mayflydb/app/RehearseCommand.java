package org.mayflydb.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;
import picocli.CommandLine.Command;

/**
 * {@code mayfly rehearse}: starts a server with each store, asks it once and stops. The launcher has Java keep the classes that this takes,
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
        // With each store, because their classes are among the slowest.
        Path directory = Files.createTempDirectory("mayfly-rehearsal");
        try {
            boolean ready = isReady("--data", directory.toString(), "--durability", "relaxed") && isReady("--memory");
            return ready ? 0 : MayflyCommand.EXIT_BUG;
        } finally {
            remove(directory);
        }
    }

    private static boolean isReady(String... flags) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(flags));
        arguments.addAll(List.of("--port", "0"));
        ServerSettings settings =
                ServerSettings.read(Map.of(), PlainFlags.of(arguments).orElseThrow());
        try (MayflyServer server = ServeCommand.start(settings, () -> settings)) {
            ServeCommand.print(settings, server, new PrintWriter(Writer.nullWriter()));
            return ReadyQuestion.to(server.port()).isAnsweredWithYes();
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
