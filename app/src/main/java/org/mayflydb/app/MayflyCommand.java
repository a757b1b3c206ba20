package org.mayflydb.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.EndpointException;
import org.mayflydb.app.endpoint.Waiting;
import org.mayflydb.base.FileFailures;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.SimilarName;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code mayfly}, which does nothing but lead to the others. */
@Command(
        name = "mayfly",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "A document database that speaks Azure Cosmos DB for NoSQL and is built around TTL.",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  mayfly serve            run a server; data is kept in the directory mayfly-data",
            "  mayfly serve --memory   run a server that keeps everything in memory",
            "  mayfly shell            query a running server",
            "  mayfly stats            show statistics of its containers",
            "  mayfly demo             watch items expire, in about a minute",
            "  mayfly check data       check the data directory data for damage",
            "  mayfly backup monday    back up a running server",
            "  mayfly restore backups/monday --data data",
            "  mayfly help import      show the options of a command"
        })
public final class MayflyCommand implements Runnable {
    /** Different from 1, which commands use for a result such as "not sound". Those that talk to an endpoint use 1. */
    static final int EXIT_BUG = 3;

    /** Examples are not wrapped up to this width, so that they can be copied. */
    static final int HELP_WIDTH = 100;

    private static final Duration PAUSE = Duration.ofMillis(600);
    private static final Set<String> HELP = Set.of("-h", "--help", "-V", "--version");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    private MayflyCommand() {}

    public static void main(String[] arguments) {
        // Netty's events for Java's flight recorder take a tenth of a second of the first answer; set the property to
        // have
        // them.
        System.getProperties().putIfAbsent("io.netty.jfr.enabled", "false");
        if (arguments.length > 0 && arguments[0].equals("serve")) {
            PlainFlags.of(Arrays.asList(arguments).subList(1, arguments.length))
                    .ifPresent(flags -> System.exit(serve(flags)));
        }
        if (arguments.length > 0 && arguments[0].equals(EmulatorCommand.NAME)) {
            List<String> rest = Arrays.asList(arguments).subList(1, arguments.length);
            if (!rest.isEmpty() && !rest.get(0).startsWith("-")) {
                // The entry point of the image, asked for another command.
                System.exit(
                        commandLine(Terminal.detect(), new ReadingPause(PAUSE)).execute(rest.toArray(String[]::new)));
            }
            if (rest.stream().noneMatch(HELP::contains)) {
                System.exit(emulate(rest));
            }
        }
        System.exit(commandLine(Terminal.detect(), new ReadingPause(PAUSE)).execute(arguments));
    }

    private static int serve(Map<String, String> flags) {
        try {
            return ServeCommand.run(flags, new PrintWriter(System.out, true, StandardCharsets.UTF_8));
        } catch (Exception failure) {
            PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
            return explainFailure(failure, "mayfly serve", EXIT_BUG, err);
        }
    }

    private static int emulate(List<String> arguments) {
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        try {
            PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
            return EmulatorCommand.run(arguments, System.getenv(), out, err);
        } catch (Exception failure) {
            return explainFailure(failure, "mayfly emulator", EXIT_BUG, err);
        }
    }

    /** The whole command line. Where it prints to can be changed before it is executed. */
    static CommandLine commandLine(Terminal terminal, Pause pause) {
        return commandLine(terminal, pause, System.in, Waiting.REAL);
    }

    /** The same with another standard input, and another way to wait. */
    static CommandLine commandLine(Terminal terminal, Pause pause, InputStream in, Waiting waiting) {
        return new CommandLine(new MayflyCommand())
                .addSubcommand(ServeCommand.commandLine())
                .addSubcommand(new ShellCommand(terminal, in))
                .addSubcommand(new StatsCommand(terminal, waiting))
                .addSubcommand(new LagCommand())
                .addSubcommand(new ForecastCommand())
                .addSubcommand(new WhatIfCommand())
                .addSubcommand(new ExplainCommand())
                .addSubcommand(new CompletionCommand())
                .addSubcommand(new DemoCommand(terminal, pause))
                .addSubcommand(new ExportCommand(terminal))
                .addSubcommand(new ImportCommand(terminal, in))
                .addSubcommand(new BackupCommand())
                .addSubcommand(new RestoreCommand())
                .addSubcommand(new CheckCommand())
                .addSubcommand(new ReadyCommand(pause))
                .addSubcommand(new EmulatorCommand())
                .addSubcommand(new RehearseCommand())
                .addSubcommand(new HelpCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(HELP_WIDTH)
                .setColorScheme(CommandLine.Help.defaultColorScheme(terminal.coloured() ? Ansi.ON : Ansi.OFF))
                .setParameterExceptionHandler(MayflyCommand::explainUsage)
                .setExecutionExceptionHandler(MayflyCommand::explainFailure);
    }

    /** Without a command, prints the help. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    private static int explainUsage(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        PrintWriter err = command.getErr();
        err.println(name + ": " + explain(failure, command));
        err.println("Try '" + name + " --help'.");
        return ExitCode.USAGE;
    }

    private static String explain(ParameterException failure, CommandLine command) {
        if (failure instanceof UnmatchedArgumentException unmatched && command.getParent() == null) {
            List<String> unknown = unmatched.getUnmatched();
            if (!unknown.isEmpty() && !unknown.get(0).startsWith("-")) {
                return unknownCommand(unknown.get(0), command);
            }
        }
        if (failure instanceof UnmatchedArgumentException unmatched && unmatched.isUnknownOption()) {
            String option = unmatched.getUnmatched().get(0).split("=", 2)[0];
            return "there is no option '" + option + "'." + suggestion(option, optionNames(command.getCommandSpec()));
        }
        return String.valueOf(failure.getMessage());
    }

    private static String unknownCommand(String typed, CommandLine command) {
        List<String> names = command.getSubcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(subcommand -> !subcommand.usageMessage().hidden())
                .map(CommandSpec::name)
                .toList();
        return "there is no command '" + typed + "'." + suggestion(typed, names) + " The commands are "
                + String.join(", ", names) + ".";
    }

    private static List<String> optionNames(CommandSpec spec) {
        return spec.options().stream()
                .filter(option -> !option.hidden())
                .flatMap(option -> Arrays.stream(option.names()))
                .filter(name -> name.startsWith("--"))
                .toList();
    }

    private static String suggestion(String typed, List<String> names) {
        String similar = SimilarName.to(typed, names);
        return similar == null ? "" : " Did you mean " + similar + "?";
    }

    private static int explainFailure(Exception failure, CommandLine command, ParseResult parsed) {
        CommandSpec spec = command.getCommandSpec();
        return explainFailure(failure, spec.qualifiedName(), spec.exitCodeOnExecutionException(), command.getErr());
    }

    private static int explainFailure(Exception failure, String command, int exitCodeOfBug, PrintWriter err) {
        if (failure instanceof EndpointException expected) {
            err.println(command + ": " + expected.getMessage());
            return expected.exitCode();
        }
        if (failure instanceof MayflyException expected) {
            err.println(command + ": " + expected.getMessage());
            return ExitCode.USAGE;
        }
        IOException file = fileFailure(failure);
        if (file != null) {
            err.println(command + ": " + FileFailures.describe(file) + ".");
            return ExitCode.USAGE;
        }
        err.println(command + ": this is a bug in Mayfly. Please report it with the following lines.");
        failure.printStackTrace(err);
        return exitCodeOfBug;
    }

    private static @Nullable IOException fileFailure(Exception failure) {
        if (failure instanceof IOException file) {
            return file;
        }
        return failure instanceof UncheckedIOException unchecked ? unchecked.getCause() : null;
    }
}
