package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class CompletionCommandTest {
    private final Console console = new Console();

    @Test
    void theScriptKnowsCommandsButNotHiddenOnes() {
        assertThat(console.run("completion", "bash")).isZero();
        assertThat(console.out()).contains("complete -F", "serve", "shell", "stats", "--connection-string");
        assertThat(console.out()).doesNotContain("rehearse");
    }

    @Test
    void zshIsToldToReadIt() {
        assertThat(console.run("completion", "zsh")).isZero();
        assertThat(console.out()).startsWith("autoload -U +X bashcompinit");
    }

    @Test
    void otherShellsAreRefused() {
        assertThat(console.run("completion", "fish")).isEqualTo(2);
        assertThat(console.err()).contains("fish");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no bash")
    void bashUnderstandsTheScript(@TempDir Path temporary) throws Exception {
        console.run("completion", "bash");
        Path script = Files.writeString(temporary.resolve("completion.sh"), console.out());
        Execution offered = Execution.of(
                new ProcessBuilder(
                        "bash",
                        "-c",
                        "source '" + script
                                + "'; COMP_WORDS=(mayfly sh); COMP_CWORD=1; _complete_mayfly; echo ${COMPREPLY[@]}"),
                temporary);
        assertThat(offered.err()).isEmpty();
        assertThat(offered.out()).isEqualTo("shell\n");
    }
}
