package org.mayflydb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {

    @Test
    void terminalHasColours() {
        assertThat(Terminal.of(true, Map.of())).isEqualTo(new Terminal(true, true));
    }

    @Test
    void noColorInTheEnvironmentTakesTheColoursAway() {
        assertThat(Terminal.of(true, Map.of("NO_COLOR", "1"))).isEqualTo(new Terminal(true, false));
    }

    @Test
    void emptyNoColorDoesNotCount() {
        assertThat(Terminal.of(true, Map.of("NO_COLOR", ""))).isEqualTo(new Terminal(true, true));
    }

    @Test
    void whatIsNoTerminalHasNoColours() {
        assertThat(Terminal.of(false, Map.of())).isEqualTo(Terminal.NONE);
    }
}
