package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MayflyCommandTest {
    private final Console console = new Console();

    @Test
    void helpShowsCommandsAndExamples() {
        assertThat(console.run("--help")).isZero();
        assertThat(console.out()).contains("Commands:", "demo", "check", "Examples:", "mayfly check data");
        assertThat(console.err()).isEmpty();
    }

    @Test
    void withoutArgumentsItPrintsItsHelp() {
        assertThat(console.run()).isZero();
        assertThat(console.out()).contains("Usage: mayfly", "Commands:");
    }

    @Test
    void helpOfACommandListsItsExitCodes() {
        assertThat(console.run("help", "check")).isZero();
        assertThat(console.out()).contains("Usage: mayfly check", "DIR", "Exit codes:", "the store is sound");
    }

    @Test
    void versionIsThatOfTheBuild() {
        assertThat(console.run("--version")).isZero();
        assertThat(console.out()).matches("(?s)Mayfly \\d+\\.\\d+\\.\\d+\\S* \\(Java .+\\)\\s*");
    }

    @Test
    void unknownCommandIsNamedAndRefused() {
        assertThat(console.run("fly", "--port", "8081")).isEqualTo(2);
        assertThat(console.err()).contains("mayfly: there is no command 'fly'. The commands are serve, shell, stats, ");
        assertThat(console.out()).isEmpty();
    }

    @Test
    void unknownOptionIsNamedAndRefused() {
        assertThat(console.run("demo", "--slow")).isEqualTo(2);
        assertThat(console.err()).contains("mayfly demo: ", "'--slow'", "Try 'mayfly demo --help'.");
        assertThat(console.out()).isEmpty();
    }

    @Test
    void aTypingErrorIsCorrected() {
        assertThat(console.run("sevre")).isEqualTo(2);
        assertThat(console.err()).contains("there is no command 'sevre'. Did you mean serve?");
        assertThat(console.run("serve", "--prot", "0")).isEqualTo(2);
        assertThat(console.err()).contains("mayfly serve: there is no option '--prot'. Did you mean --port?");
        assertThat(console.run("export", "--database", "d", "--container", "c", "--overwrit"))
                .isEqualTo(2);
        assertThat(console.err()).contains("Did you mean --overwrite?");
    }

    @Test
    void examplesAreShownOnOneLineEach() {
        for (CommandLine command : MayflyCommand.commandLine(Terminal.NONE, Pause.NONE)
                .getSubcommands()
                .values()) {
            String help = command.getUsageMessage();
            for (String line : command.getCommandSpec().usageMessage().footer()) {
                assertThat(help.lines()).as(command.getCommandName()).contains(line);
            }
            assertThat(help.lines()).allMatch(line -> line.length() <= MayflyCommand.HELP_WIDTH);
        }
    }

    @Test
    void withoutATerminalThereIsNoColour() {
        console.run("--help");
        assertThat(console.out()).doesNotContain("\u001b");
    }
}
