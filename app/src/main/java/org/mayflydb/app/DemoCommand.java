package org.mayflydb.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mayfly demo}: shows how TTL works. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        exitCodeOnExecutionException = MayflyCommand.EXIT_BUG,
        description = {
            "Shows how TTL works, with a database in memory and a clock that can be moved.",
            "Every line of code that it prints is run, and the result is printed below it."
        })
final class DemoCommand implements Runnable {
    private final Terminal terminal;
    private final Pause pause;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Option(names = "--fast", description = "Do not pause between the lines. Without a terminal there are no pauses.")
    private boolean fast;

    DemoCommand(Terminal terminal, Pause pause) {
        this.terminal = terminal;
        this.pause = pause;
    }

    @Override
    public void run() {
        Pause between = terminal.interactive() && !fast ? pause : Pause.NONE;
        Tour.show(new Narrator(spec.commandLine().getOut(), terminal.coloured(), between));
    }
}
