package org.mayflydb.app;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.mayflydb.server.Setting;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code mayfly serve}: runs the database for the official Azure SDKs until it is told to stop. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Runs the database for the official Azure SDKs, over HTTP and HTTPS on one port and for direct mode on another,",
            "until it is stopped.",
            "Every option can also be given as an environment variable, such as MAYFLY_PORT, or in a file."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  mayfly serve                              in the directory mayfly-data, on port 8081",
            "  mayfly serve --memory --port 0            nothing is kept, the system chooses the port",
            "  MAYFLY_KEY=$KEY mayfly serve --host 0.0.0.0 --advertise db.example"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it was stopped",
            "2:the command was not understood, or the server cannot be run like that",
            "3:it failed, which is a bug"
        })
final class ServeCommand implements Callable<Integer> {
    private final CommandSpec spec = CommandSpec.forAnnotatedObject(this);
    private final Map<String, String> flags = new HashMap<>();

    private ServeCommand() {
        for (Setting setting : Setting.values()) {
            boolean truth = PlainFlags.isTruth(setting);
            spec.addOption(OptionSpec.builder(setting.flag())
                    .type(String.class)
                    .arity(truth ? "0..1" : "1")
                    .fallbackValue("true")
                    .paramLabel("VALUE")
                    .description(setting.meaning().replace("`", "'").replace("%", "%%")
                            + (setting.defaultValue().isEmpty() ? "" : " Default: " + shown(setting)))
                    .setter(new CommandLine.Model.ISetter() {
                        @Override
                        public <T> T set(T value) {
                            if (value != null) {
                                flags.put(setting.key(), value.toString());
                            }
                            return value;
                        }
                    })
                    .build());
        }
    }

    static CommandLine commandLine() {
        return new CommandLine(new ServeCommand().spec);
    }

    @Override
    public Integer call() throws InterruptedException {
        return Serving.run(flags, spec.commandLine().getOut());
    }

    /** What the command line makes of arguments, without running anything. */
    static Map<String, String> flags(String... arguments) {
        ServeCommand command = new ServeCommand();
        new CommandLine(command.spec).parseArgs(arguments);
        return command.flags;
    }

    private static String shown(Setting setting) {
        return setting == Setting.KEY ? "the well-known one" : setting.defaultValue();
    }
}
