package org.mayflydb.app;

import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.mayflydb.app.endpoint.EndpointException;
import org.mayflydb.app.endpoint.Waiting;
import org.mayflydb.base.MayflyException;
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
        description = "A document database that is built around time to live.",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  mayfly serve            run the database for the official Azure SDKs",
            "  mayfly serve --memory   the same, without leaving anything behind",
            "  mayfly shell            ask a running server in SQL, and about time to live",
            "  mayfly stats            what its containers hold",
            "  mayfly demo             see items expire, in about a minute",
            "  mayfly demo --fast      the same without pauses",
            "  mayfly check data       look for damage in the store in the directory data",
            "  mayfly backup monday    have a running server make a backup",
            "  mayfly restore backups/monday --data data",
            "  mayfly help export      how to write items to a file, and 'import' to read them",
            "  mayfly help check       what a command takes and answers"
        })
public final class MayflyCommand implements Runnable {
    /** Apart from 1, which commands use for an answer such as "not sound". Those that talk to an endpoint answer 1. */
    static final int EXIT_BUG = 3;

    private static final Duration PAUSE = Duration.ofMillis(600);
    private static final Set<String> HELP = Set.of("-h", "--help", "-V", "--version");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    private MayflyCommand() {}

    public static void main(String[] arguments) {
        // Netty's events for Java's flight recorder take a tenth of a second of the first answer; who wants them says
        // so.
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
                .setColorScheme(CommandLine.Help.defaultColorScheme(terminal.coloured() ? Ansi.ON : Ansi.OFF))
                .setParameterExceptionHandler(MayflyCommand::explainUsage)
                .setExecutionExceptionHandler(MayflyCommand::explainFailure);
    }

    /** Without a command there is nothing to do but to say which there are. */
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
                return "there is no command '" + unknown.get(0) + "'; the commands are "
                        + command.getSubcommands().values().stream()
                                .map(CommandLine::getCommandSpec)
                                .filter(subcommand -> !subcommand.usageMessage().hidden())
                                .map(CommandSpec::name)
                                .collect(Collectors.joining(", "));
            }
        }
        return String.valueOf(failure.getMessage());
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
        failure.printStackTrace(err);
        return exitCodeOfBug;
    }
}
