package org.mayflydb.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.mayflydb.app.emulator.EmulatorSettings;
import org.mayflydb.app.emulator.MountPoints;
import org.mayflydb.app.log.LogConfiguration;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * {@code mayfly emulator}: runs a server in place of one of Microsoft's emulator images. It takes their variables and
 * arguments, and prints the lines that tools wait for.
 */
@Command(
        name = "emulator",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        exitCodeOnExecutionException = MayflyCommand.EXIT_BUG,
        description = {
            "Runs the database in place of Microsoft's emulator images. This is what the container image runs.",
            "Takes the environment variables and arguments of those images (PORT, --enable-explorer, …), Mayfly's own",
            "variables, and every option of 'serve'. Warns of those that have no effect."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  docker run -p 8081:8081 mayfly",
            "  docker run -p 8081:8081 mayfly --enable-explorer false",
            "  docker run mayfly stats --help            another command of mayfly"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it was stopped",
            "2:the command was not understood, or the server cannot be run like that",
            "3:it failed, which is a bug"
        })
final class EmulatorCommand implements Callable<Integer> {
    static final String NAME = "emulator";

    /** Below the directory that the classic image has its data in. */
    private static final Path CERTIFICATE =
            Path.of(".system", "profiles", "Client", "AppData", "Local", "CosmosDBEmulator", "emulator.pem");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Unmatched
    private final List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException {
        return run(
                arguments,
                System.getenv(),
                spec.commandLine().getOut(),
                spec.commandLine().getErr());
    }

    /** Runs a server until the process is told to stop. */
    static int run(List<String> arguments, Map<String, String> environment, PrintWriter out, PrintWriter err)
            throws InterruptedException {
        EmulatorSettings emulator = EmulatorSettings.read(environment, arguments, MountPoints.here());
        // Before anything is logged: the configuration reads it then.
        emulator.logLevel().ifPresent(level -> System.setProperty(LogConfiguration.LEVEL, level));
        ServerSettings settings = emulator.server();
        settings.dataDirectory().ifPresent(EmulatorCommand::requireWritable);
        List<String> warnings = new ArrayList<>(emulator.warnings());
        MayflyServer server = ServeCommand.start(settings, emulator::server);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "mayfly-stop"));
        Hangup.reloads(server, Terminal.detect());
        String certificate = server.certificatePem();
        emulator.appdata().ifPresent(appdata -> copy(certificate, appdata.resolve(CERTIFICATE), warnings));
        warnings.forEach(warning -> err.println("mayfly emulator: " + warning));
        err.flush();
        ServeCommand.print(settings, server, out);
        // What tools wait for, with these very line ends. Whoever sees them may connect.
        out.print("Now listening on: " + emulator.protocol() + "://" + settings.host() + ":" + server.port() + "\n");
        out.print("Started\r\n");
        out.flush();
        return ServeCommand.awaitEnd(server);
    }

    /** A volume often belongs to another user than the one in the image. */
    private static void requireWritable(Path directory) {
        try {
            Files.createDirectories(directory);
            if (Files.isWritable(directory)) {
                return;
            }
        } catch (IOException cannotBeMade) {
            // Said below, for the same reason.
        }
        throw new UnavailableException("data cannot be written to " + directory
                + ". Mount a volume that the user of this process may write to (10001 in the image), or keep data in"
                + " memory with --memory.");
    }

    private static void copy(String certificate, Path file, List<String> warnings) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, certificate);
        } catch (IOException notWritable) {
            warnings.add("the certificate cannot be copied to " + file + "; it is served at /_explorer/emulator.pem.");
        }
    }
}
