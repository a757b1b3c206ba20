package org.mayflydb.app.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.server.ServerSettings;

class EmulatorSettingsTest {
    private static final MountPoints NO_VOLUMES = MountPoints.of(List.of());
    private static final String OWN_KEY = Base64.getEncoder().encodeToString(new byte[64]);

    private static EmulatorSettings variables(String... namesAndValues) {
        Map<String, String> environment = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            environment.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return EmulatorSettings.read(environment, List.of(), NO_VOLUMES);
    }

    private static EmulatorSettings arguments(String... arguments) {
        return EmulatorSettings.read(Map.of(), List.of(arguments), NO_VOLUMES);
    }

    @Test
    void outsideAnImageOnlyThisMachineIsServed() {
        assertThat(arguments().server().host()).isEqualTo("127.0.0.1");
    }

    @Test
    void anotherKeyTakesThePlaceOfTheWellKnownOne() {
        assertThat(variables("AZURE_COSMOS_EMULATOR_KEY", OWN_KEY).server().keys())
                .containsExactly(OWN_KEY);
    }

    @Test
    void theKeyMayBeInAFile(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("key"), OWN_KEY + "\n");
        assertThat(variables("KEY_FILE", file.toString()).server().keys()).containsExactly(OWN_KEY);
        assertThat(arguments("--key-file", file.toString()).server().keys()).containsExactly(OWN_KEY);
    }

    @Test
    void aVolumeThatIsItselfADataDirectoryIsUsedAsSuch(@TempDir Path directory) throws IOException {
        Files.createFile(directory.resolve("CURRENT"));
        assertThat(variables("DATA_PATH", directory.toString()).server().data()).isEqualTo(directory);
    }

    @Test
    void nothingIsKeptIfPersistenceIsSwitchedOff() {
        String variable = "AZURE_COSMOS_EMULATOR_ENABLE_DATA_PERSISTENCE";
        assertThat(variables(variable, "false").server().memory()).isTrue();
        assertThat(variables(variable, "0").server().memory()).isTrue();
        assertThat(variables(variable, "True").server().memory()).isFalse();
        assertThat(variables().server().memory()).isFalse();
    }

    @Test
    void namesForTheEmulatorAreAddedToThoseForMayfly() {
        assertThat(variables(
                                "MAYFLY_ADVERTISE", "cosmos,db.internal",
                                "GATEWAY_PUBLIC_ENDPOINT", "https://db.example:8081/",
                                "AZURE_COSMOS_EMULATOR_IP_ADDRESS_OVERRIDE", "192.168.0.7")
                        .server()
                        .advertised())
                .containsExactlyInAnyOrder("cosmos", "db.internal", "db.example", "192.168.0.7");
    }

    @Test
    void mayflysVariablesCountBeforeThoseOfTheEmulatorsAndArgumentsBeforeBoth() {
        assertThat(variables("PORT", "1", "MAYFLY_PORT", "2").server().port()).isEqualTo(2);
        Map<String, String> environment = Map.of("PORT", "1", "MAYFLY_PORT", "2");
        assertThat(EmulatorSettings.read(environment, List.of("--port", "3"), NO_VOLUMES)
                        .server()
                        .port())
                .isEqualTo(3);
    }

    @Test
    void optionsOfServeAreTakenToo() {
        ServerSettings settings =
                arguments("--memory", "--ttl-guard=20", "--port", "9").server();
        assertThat(settings.memory()).isTrue();
        assertThat(settings.ttlGuardPercent()).isEqualTo(20);
        assertThat(settings.port()).isEqualTo(9);
    }

    @ParameterizedTest
    @CsvSource({"http,http", "https,https", "https-insecure,https", "HTTPS,https"})
    void theProtocolIsToldAsItWasAskedFor(String asked, String told) {
        assertThat(variables("PROTOCOL", asked).protocol()).isEqualTo(told);
        assertThat(arguments("--protocol", asked).protocol()).isEqualTo(told);
    }

    @Test
    void whatHasNoEffectIsNamedWithoutItsValue() {
        EmulatorSettings settings = EmulatorSettings.read(
                Map.of(
                        "AZURE_COSMOS_EMULATOR_PARTITION_COUNT", "12",
                        "AZURE_COSMOS_EMULATOR_ENABLE_MONGODB_ENDPOINT", "4.0",
                        "ENABLE_TELEMETRY", "true"),
                List.of("--cert-secret", "hidden", "--enable-otlp", "--rate", "1", "stray"),
                NO_VOLUMES);
        assertThat(settings.warnings())
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).startsWith("AZURE_COSMOS_EMULATOR_PARTITION_COUNT"),
                        line -> assertThat(line).startsWith("AZURE_COSMOS_EMULATOR_ENABLE_MONGODB_ENDPOINT"),
                        line -> assertThat(line).startsWith("ENABLE_TELEMETRY"),
                        line -> assertThat(line).startsWith("--cert-secret"),
                        line -> assertThat(line).startsWith("--enable-otlp"),
                        line -> assertThat(line).startsWith("--rate"),
                        line -> assertThat(line).startsWith("stray"))
                .noneMatch(line -> line.contains("hidden"));
    }

    @Test
    void whatIsGrantedAnywayIsNoReasonForAWarning() {
        assertThat(variables(
                                "ENABLE_TELEMETRY", "false",
                                "EXPLORER_PROTOCOL", "http",
                                "AZURE_COSMOS_EMULATOR_PARTITION_COUNT", "None",
                                "AZURE_COSMOS_EMULATOR_ENABLE_DATA_PERSISTENCE", "true")
                        .warnings())
                .isEmpty();
    }

    /** As their sources have it. */
    private static Stream<Arguments> tools() {
        return Stream.of(
                Arguments.of(
                        "Testcontainers for .NET 4.12",
                        Map.of("ENABLE_EXPLORER", "false", "ENABLE_TELEMETRY", "false"),
                        List.of()),
                Arguments.of("Testcontainers for Go", Map.of(), List.of("--enable-explorer", "false")),
                Arguments.of(
                        "Testcontainers for Python 4.15",
                        Map.of(
                                "AZURE_COSMOS_EMULATOR_PARTITION_COUNT", "None",
                                "AZURE_COSMOS_EMULATOR_IP_ADDRESS_OVERRIDE", "172.17.0.2",
                                "AZURE_COSMOS_EMULATOR_ENABLE_DATA_PERSISTENCE", "False",
                                "AZURE_COSMOS_EMULATOR_KEY", ServerSettings.WELL_KNOWN_KEY),
                        List.of()),
                Arguments.of(
                        "Aspire with a volume",
                        Map.of("AZURE_COSMOS_EMULATOR_ENABLE_DATA_PERSISTENCE", "true"),
                        List.of()),
                Arguments.of("Quarkus", Map.of("PROTOCOL", "https", "PORT", "41234"), List.of()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tools")
    void whatAToolAsksForIsGrantedWithoutAWarning(
            String tool, Map<String, String> environment, List<String> arguments) {
        EmulatorSettings settings = EmulatorSettings.read(environment, arguments, NO_VOLUMES);
        assertThat(settings.warnings()).isEmpty();
        assertThat(settings.server().acceptsWellKnownKey()).isTrue();
    }

    @Test
    void aValueThatCannotBeUsedIsNamedWithItsVariable() {
        assertThatThrownBy(() -> variables("PORT", "many").server())
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("PORT")
                .hasMessageContaining("many");
        assertThatThrownBy(() -> variables("ENABLE_EXPLORER", "perhaps"))
                .isInstanceOf(BadRequestException.class)
                .hasMessage("ENABLE_EXPLORER must be true or false, not \"perhaps\".");
        assertThatThrownBy(() -> arguments("--port"))
                .isInstanceOf(BadRequestException.class)
                .hasMessage("--port needs a value.");
    }

    @Test
    void levelsOfTheLogAreTranslated() {
        assertThat(variables("LOG_LEVEL", "quiet").logLevel()).contains("OFF");
        assertThat(arguments("--log-level", "debug").logLevel()).contains("DEBUG");
        assertThat(variables().logLevel()).isEmpty();
    }
}
