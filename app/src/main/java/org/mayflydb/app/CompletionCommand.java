package org.mayflydb.app;

import java.io.PrintWriter;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mayfly completion}: what a shell needs to complete the commands of this one. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        exitCodeOnExecutionException = MayflyCommand.EXIT_BUG,
        description = "Prints a script for command-line completion in bash or zsh.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(./mayfly completion bash)     for this shell; put it into .bashrc to keep it",
            "  source <(./mayfly completion zsh)      the same for zsh, after compinit"
        })
final class CompletionCommand implements Runnable {
    /** The shells that the script is for. */
    enum ShellName {
        /** Bash. */
        bash,
        /** Zsh, which takes the script of bash. */
        zsh
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Parameters(paramLabel = "bash|zsh", description = "The shell.")
    @SuppressWarnings("NullAway.Init") // picocli sets it, or does not run the command
    private ShellName shell;

    @Override
    public void run() {
        // Taken from a command line of its own, because what nobody should type is removed from it.
        CommandSpec root = MayflyCommand.commandLine(Terminal.NONE, Pause.NONE).getCommandSpec();
        List<String> hidden = root.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(each -> each.usageMessage().hidden())
                .map(CommandSpec::name)
                .toList();
        hidden.forEach(root::removeSubcommand);
        PrintWriter out = spec.commandLine().getOut();
        if (shell == ShellName.zsh) {
            out.println("autoload -U +X bashcompinit && bashcompinit");
        }
        out.println(AutoComplete.bash(root.name(), root.commandLine()));
        out.flush();
    }
}
