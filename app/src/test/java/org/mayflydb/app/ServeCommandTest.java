package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;
import org.mayflydb.server.Setting;

/** What {@code serve} says before it serves; that it does is in {@link FatJarIT}. */
class ServeCommandTest {
    private final Console console = new Console();

    @Test
    void helpListsEverySetting() {
        assertThat(console.run("help", "serve")).isZero();
        for (Setting setting : Setting.values()) {
            assertThat(console.out()).contains(setting.flag());
        }
        assertThat(console.out()).doesNotContain(ServerSettings.WELL_KNOWN_KEY);
    }

    @Test
    void aValueThatMakesNoSenseIsNamed() {
        assertThat(console.run("serve", "--port", "many")).isEqualTo(2);
        assertThat(console.err()).contains("port").contains("many");
    }

    @Test
    void aRehearsalEndsByItselfAndSaysNothing() {
        assertThat(console.run("rehearse")).isZero();
        assertThat(console.out()).isEmpty();
    }

    @Test
    void aPortInUseIsSaidToBe() {
        try (MayflyServer other =
                MayflyServer.start(ServerSettings.read(Map.of(), Map.of("memory", "true", "port", "0")))) {
            assertThat(console.run("serve", "--memory", "--direct-port", "0", "--port", Integer.toString(other.port())))
                    .isEqualTo(2);
            assertThat(console.err())
                    .isEqualToNormalizingNewlines("mayfly serve: Cannot listen on 127.0.0.1:" + other.port()
                            + ": the port is already in use.\n  Choose another port with --port, or stop the process that"
                            + " uses it; 'lsof -i :" + other.port() + "' shows which one that is.\n");
        }
    }

    @Test
    void aSecretOnTheCommandLineCausesAWarningWithoutShowingIt() {
        StringWriter out = new StringWriter();
        ServeCommand.warnOfSecrets(Set.of("key", "port"), new PrintWriter(out));
        assertThat(out.toString()).contains("other users of this machine can see the value of --key; use --key-file");
        StringWriter none = new StringWriter();
        ServeCommand.warnOfSecrets(Set.of("key-file", "port"), new PrintWriter(none));
        assertThat(none.toString()).isEmpty();
    }

    @Test
    void namesMayBeGivenOneByOne() {
        assertThat(ServeCommand.flags("--advertise", "a.example", "--advertise", "b.example,c.example", "--port", "0"))
                .containsEntry("advertise", "a.example,b.example,c.example")
                .containsEntry("port", "0");
    }
}
