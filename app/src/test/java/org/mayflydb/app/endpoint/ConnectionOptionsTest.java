package org.mayflydb.app.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.server.ServerSettings;
import picocli.CommandLine;

class ConnectionOptionsTest {
    private static Connection connection(Map<String, String> environment, String... arguments) {
        ConnectionOptions options = new ConnectionOptions();
        new CommandLine(CommandLine.Model.CommandSpec.create()
                        .addMixin("connection", CommandLine.Model.CommandSpec.forAnnotatedObject(options)))
                .parseArgs(arguments);
        return options.connection(environment);
    }

    @Test
    void withoutAnythingItIsTheServerOnThisMachineWithTheWellKnownKey() {
        Connection connection = connection(Map.of());
        assertThat(connection.uri()).isEqualTo(URI.create("https://localhost:8081"));
        assertThat(connection.key()).isEqualTo(ServerSettings.WELL_KNOWN_KEY);
    }

    @Test
    void anotherMachineNeedsAKey() {
        assertThatThrownBy(() -> connection(Map.of(), "--endpoint", "https://db.example:8081"))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("There is no key for https://db.example:8081");
    }

    @Test
    void optionsCountBeforeTheEnvironment() {
        Connection connection = connection(
                Map.of("MAYFLY_ENDPOINT", "https://a.example", "MAYFLY_KEY", "a2V5MQ=="),
                "--endpoint",
                "https://b.example/",
                "--key",
                "a2V5Mg==");
        assertThat(connection.uri()).isEqualTo(URI.create("https://b.example:443"));
        assertThat(connection.key()).isEqualTo("a2V5Mg==");
    }

    @Test
    void ofSeveralKeysInTheEnvironmentTheFirstCounts() {
        assertThat(connection(Map.of("MAYFLY_KEY", "a2V5MQ==,a2V5Mg==")).key()).isEqualTo("a2V5MQ==");
    }

    @Test
    void aConnectionStringHasBoth() {
        Connection connection = connection(
                Map.of(), "--connection-string", "AccountEndpoint=https://c.example:8081/;AccountKey=a2V5MQ==;");
        assertThat(connection.uri()).isEqualTo(URI.create("https://c.example:8081"));
        assertThat(connection.key()).isEqualTo("a2V5MQ==");
    }

    @Test
    void theConnectionStringOfTheEnvironmentCountsOnlyIfNothingElseIsSaid() {
        Map<String, String> environment =
                Map.of("COSMOS_CONNECTION_STRING", "AccountEndpoint=https://c.example/;AccountKey=a2V5MQ==");
        assertThat(connection(environment).uri()).isEqualTo(URI.create("https://c.example:443"));
        assertThat(connection(environment, "--endpoint", "http://127.0.0.1:1").key())
                .isEqualTo(ServerSettings.WELL_KNOWN_KEY);
    }

    @Test
    void aConnectionStringBesideAnEndpointIsRefused() {
        assertThatThrownBy(() -> connection(Map.of(), "--connection-string", "x", "--endpoint", "https://localhost"))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("pass either it or them");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost:8081", "ftp://localhost", "https://localhost/path", "https://u@localhost", "no url"})
    void whatIsNoEndpointIsRefused(String text) {
        assertThatThrownBy(() -> connection(Map.of(), "--endpoint", text))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("is not an endpoint");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://localhost", "http://127.0.0.1:81", "https://[::1]:8081", "https://LOCALHOST"})
    void thisMachineIsKnownByItsUsualNames(String text) {
        assertThat(connection(Map.of(), "--endpoint", text).isLoopback()).isTrue();
    }

    @Test
    void theKeyIsNotShown() {
        assertThat(connection(Map.of()).toString()).isEqualTo("https://localhost:8081");
    }
}
