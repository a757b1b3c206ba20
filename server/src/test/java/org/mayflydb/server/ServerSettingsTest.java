package org.mayflydb.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.server.protocol.Consistency;
import org.mayflydb.storage.Durability;

class ServerSettingsTest {
    private static final String OWN_KEY = Base64.getEncoder().encodeToString(new byte[32]);

    private static ServerSettings flags(String... keysAndValues) {
        Map<String, String> flags = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            flags.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return ServerSettings.read(Map.of(), flags);
    }

    private static void refused(String message, String... keysAndValues) {
        assertThatThrownBy(() -> flags(keysAndValues))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining(message);
    }

    @Test
    void theDefaultsServeThisMachineWithTheWellKnownKey() {
        ServerSettings settings = ServerSettings.defaults();
        assertThat(settings.host()).isEqualTo("127.0.0.1");
        assertThat(settings.port()).isEqualTo(8081);
        assertThat(settings.keys()).containsExactly(ServerSettings.WELL_KNOWN_KEY);
        assertThat(settings.durability()).isEqualTo(Durability.SYNCED);
        assertThat(settings.dataDirectory()).contains(Path.of("mayfly-data"));
    }

    @Test
    void flagsOverrideTheEnvironmentWhichOverridesTheFileWhichOverridesDefaults(@TempDir Path directory)
            throws IOException {
        Path file = Files.writeString(
                directory.resolve("mayfly.properties"), "port = 1\nmax-connections = 11\ndurability = relaxed\n");
        Map<String, String> environment = Map.of(
                "MAYFLY_CONFIG", file.toString(), "MAYFLY_PORT", "2", "MAYFLY_MAX_CONNECTIONS", "22", "PATH", "/bin");
        ServerSettings settings = ServerSettings.read(environment, Map.of("port", "3"));
        assertThat(settings.port()).isEqualTo(3);
        assertThat(settings.maxConnections()).isEqualTo(22);
        assertThat(settings.durability()).isEqualTo(Durability.RELAXED);
        assertThat(settings.host()).isEqualTo("127.0.0.1");
    }

    @Test
    void directModeHasAPortOfItsOwnUnlessTheSystemChoosesOrItIsOff() {
        assertThat(ServerSettings.defaults().directPort()).hasValue(10250);
        assertThat(flags("port", "0").directPort()).hasValue(0);
        assertThat(flags("port", "0", "direct-port", "10251").directPort()).hasValue(10251);
        assertThat(flags("direct-port", "off").directPort()).isEmpty();
        refused("direct-port", "direct-port", "70000");
        refused("direct-port", "direct-port", "on");
    }

    @Test
    void anAddressOfIpv6CannotBeAdvertisedInDirectMode() {
        refused("which clients in direct mode refuse", "advertise", "fe80::1");
        assertThat(flags("advertise", "fe80::1", "direct-port", "off").advertise())
                .isEqualTo("fe80::1");
    }

    @Test
    void theExplorerIsServedUnlessItIsSwitchedOff() {
        assertThat(ServerSettings.defaults().explorer()).isTrue();
        assertThat(flags("explorer", "false").explorer()).isFalse();
        refused("explorer", "explorer", "maybe");
    }

    @Test
    void theConsistencyIsOneOfFive() {
        assertThat(ServerSettings.defaults().consistency()).isEqualTo(Consistency.SESSION);
        assertThat(flags("consistency", "boundedstaleness").consistency()).isEqualTo(Consistency.BOUNDED_STALENESS);
        refused("consistency", "consistency", "Weak");
    }

    @Test
    void anEmptyVariableIsNone() {
        assertThat(ServerSettings.read(Map.of("MAYFLY_PORT", ""), Map.of()).port())
                .isEqualTo(8081);
    }

    @Test
    void variablesThatKubernetesSetsForServicesAreIgnored() {
        Map<String, String> links = Map.of(
                "MAYFLY_PORT", "tcp://10.0.0.1:8081",
                "MAYFLY_PORT_8081_TCP", "tcp://10.0.0.1:8081",
                "MAYFLY_SERVICE_HOST", "10.0.0.1",
                "MAYFLY_SERVICE_PORT", "8081",
                "MAYFLY_DIRECT_PORT", "tcp://10.0.0.2:10250",
                "MAYFLY_PROBE_PORT", "udp://10.0.0.3:80");
        assertThat(ServerSettings.read(links, Map.of())).isEqualTo(ServerSettings.defaults());
        assertThat(ServerSettings.read(links, Map.of("port", "9000")).port()).isEqualTo(9000);
    }

    @Test
    void unknownKeysInAFileAreRefused(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("mayfly.properties"), "prot = 1\n");
        refused("There is no setting prot (in " + file + ")", "config", file.toString());
    }

    @Test
    void aFileCannotNameAnother(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("mayfly.properties"), "config = other\n");
        refused("cannot name another", "config", file.toString());
    }

    @Test
    void aFileThatIsMissingIsReported(@TempDir Path directory) {
        refused(
                "The settings file that --config names cannot be read: no such file or directory",
                "config",
                directory.resolve("none").toString());
    }

    @Test
    void aComplaintSaysWhereTheValueCameFrom() {
        assertThatThrownBy(() -> ServerSettings.read(Map.of("MAYFLY_PORT", "http"), Map.of()))
                .isInstanceOf(BadRequestException.class)
                .hasMessage("The setting port (from MAYFLY_PORT) must be a number, not \"http\".");
        refused("--memory", "memory", "yes");
        refused("on or off", "purge", "true");
        refused("synced or relaxed", "durability", "none");
        refused("between 0 and 65535", "port", "65536");
        refused("positive", "max-connections", "0");
        refused("between 0 and 100", "ttl-guard", "101");
        refused("a number", "ttl-guard", "most");
        refused("host name", "advertise", "a b");
        refused("There is no setting prot", "prot", "1");
    }

    @Test
    void expiredItemsArePurgedUnlessThatIsSwitchedOff() {
        assertThat(ServerSettings.defaults().purge()).isTrue();
        assertThat(flags("purge", "off").purge()).isFalse();
    }

    @Test
    void dataIsADirectoryOrTheAddressOfAStore() {
        assertThat(flags("data", "rocksdb:some/where").dataDirectory()).contains(Path.of("some/where"));
        assertThat(flags("data", "memory:").dataDirectory()).isEmpty();
        assertThat(flags("data", "memory:").memory()).isTrue();
        refused("Known are memory:, rocksdb:. If it is a directory, write './oracle:x'.", "data", "oracle:x");
        refused("has no path: write rocksdb:PATH", "data", "rocksdb:");
    }

    @Test
    void memoryNeedsNoDirectory() {
        assertThat(flags("memory", "true", "data", "somewhere").dataDirectory()).isEmpty();
    }

    @Test
    void theWellKnownKeyIsForThisMachineAlone() {
        for (String host : new String[] {"127.0.0.1", "127.9.9.9", "localhost", "::1", "0:0:0:0:0:0:0:1"}) {
            assertThat(flags("host", host).host()).isEqualTo(host);
        }
        for (String host : new String[] {"0.0.0.0", "::", "10.0.0.1", "db.example"}) {
            refused("Listening on " + host + " with the well-known key", "host", host);
            refused("--allow-default-key", "host", host, "key", OWN_KEY + "," + ServerSettings.WELL_KNOWN_KEY);
            assertThat(flags("host", host, "key", OWN_KEY).host()).isEqualTo(host);
            assertThat(flags("host", host, "allow-default-key", "true").host()).isEqualTo(host);
        }
    }

    @Test
    void theWellKnownKeyIsKnownInEverySpelling() {
        String unpadded = ServerSettings.WELL_KNOWN_KEY.replace("=", "");
        refused("well-known key", "host", "0.0.0.0", "key", unpadded);
    }

    @Test
    void aKeyIsBase64OfEnoughBytes() {
        refused("base64", "key", "secret!");
        refused("base64", "key", Base64.getEncoder().encodeToString(new byte[31]));
        refused("base64", "key", OWN_KEY + ",");
        assertThat(flags("key", OWN_KEY + ", " + ServerSettings.WELL_KNOWN_KEY).keys())
                .containsExactly(OWN_KEY, ServerSettings.WELL_KNOWN_KEY);
    }

    @Test
    void keysAreNeverShown() {
        assertThat(flags("key", OWN_KEY).toString()).contains("keys=1").doesNotContain(OWN_KEY);
        assertThatThrownBy(() -> flags("key", "secret!")).message().doesNotContain("secret!");
    }

    @Test
    void theWellKnownKeyIsNotAcceptedFromElsewhereInEitherRole() {
        String own = Base64.getEncoder().encodeToString(new byte[64]);
        refused("well-known key", "host", "0.0.0.0", "key", own, "read-only-key", ServerSettings.WELL_KNOWN_KEY);
        assertThat(flags(
                                "host",
                                "0.0.0.0",
                                "key",
                                own,
                                "read-only-key",
                                ServerSettings.WELL_KNOWN_KEY,
                                "allow-default-key",
                                "true")
                        .acceptsWellKnownKey())
                .isTrue();
        assertThat(flags("host", "0.0.0.0", "key", own).acceptsWellKnownKey()).isFalse();
    }

    @Test
    void theFirstOfSeveralAdvertisedNamesIsTold() {
        ServerSettings settings = flags("advertise", "db.example, db.internal");
        assertThat(settings.advertise()).isEqualTo("db.example");
        assertThat(settings.advertised()).containsExactly("db.example", "db.internal");
        refused("host name", "advertise", "db.example,,db.internal");
    }

    @Test
    void memoryIsDividedIfItIsGiven() {
        assertThat(flags().memoryShares()).isEmpty();
        assertThat(flags("memory-megabytes", "512").memoryShares()).contains(MemoryShares.of(512, false));
        assertThat(flags("memory-megabytes", "512", "memory", "true").memoryShares())
                .contains(MemoryShares.of(512, true));
    }

    @Test
    void memoryThatIsTooSmallOrNoNumberIsRefused() {
        refused("The setting memory-megabytes must be between 320 and 1048576.", "memory-megabytes", "319");
        refused("The setting memory-megabytes must be between 320 and 1048576.", "memory-megabytes", "536870912");
        refused("must be a number, not \"half\"", "memory-megabytes", "half");
    }

    @Test
    void keysMayBeInAFile(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("keys"), OWN_KEY + "\n\n" + ServerSettings.WELL_KNOWN_KEY);
        assertThat(flags("key-file", file.toString()).keys()).containsExactly(OWN_KEY, ServerSettings.WELL_KNOWN_KEY);
        refused("Give one of the two", "key-file", file.toString(), "key", OWN_KEY);
        refused("cannot be read", "key-file", directory.resolve("missing").toString());
        refused(
                "There is no key",
                "key-file",
                Files.createFile(directory.resolve("empty")).toString());
    }

    @Test
    void furtherPortsAreOffUnlessTheyAreAskedFor() {
        assertThat(ServerSettings.defaults().probePort()).isEmpty();
        assertThat(ServerSettings.defaults().explorerPort()).isEmpty();
        assertThat(ServerSettings.defaults().routingPort()).isEmpty();
        assertThat(flags("routing-port", "8081").routingPort()).hasValue(8081);
        assertThat(flags("probe-port", "8080").probePort()).hasValue(8080);
        assertThat(flags("explorer-port", "1234").explorerPort()).hasValue(1234);
        assertThat(flags("explorer-port", "1234", "explorer", "false").explorerPort())
                .isEmpty();
        refused("must be between 0 and 65535, or off", "probe-port", "65536");
    }

    @Test
    void thePasswordOfACertificateIsNeverShown() {
        ServerSettings settings = flags("certificate-file", "cert.pfx", "certificate-password", "hidden");
        assertThat(settings.certificateFile()).contains(new CertificateFile(Path.of("cert.pfx"), "hidden"));
        assertThat(settings.toString()).contains("cert.pfx").doesNotContain("hidden");
    }

    @Test
    void theAccountHasAName() {
        assertThat(ServerSettings.defaults().account()).isEqualTo("mayfly");
        assertThat(flags("account", "cosmosdev").account()).isEqualTo("cosmosdev");
        refused("must not be localhost", "account", "localhost");
    }

    @Test
    void theEndpointOfTheAccountIsAUrlWithoutAPath() {
        assertThat(ServerSettings.defaults().accountEndpoint()).isEmpty();
        assertThat(flags("account-endpoint", "https://127.0.0.1:8081/").accountEndpoint())
                .contains("https://127.0.0.1:8081/");
        refused("must be a URL without a path", "account-endpoint", "db.example:8081");
        refused("must be a URL without a path", "account-endpoint", "https://db.example/cosmos");
    }

    @Test
    void aDirectoryIsNoStoreThatServersShare() {
        assertThatThrownBy(() -> flags("store", "some/where"))
                .hasMessageContaining("The setting store (from --store)")
                .hasMessageContaining("A directory or memory is for one server alone");
        assertThatThrownBy(() -> flags("store", "memory:")).hasMessageContaining("for one server alone");
    }

    @Test
    void aStoreThatIsNotOnTheClassPathIsSaid() {
        assertThatThrownBy(() -> flags("store", "postgresql://db/mayfly"))
                .hasMessageContaining("names the store 'postgresql', which is not known here")
                .hasMessageContaining("optional modules: see docs/CLUSTER.md");
    }

    @Test
    void theNameOfANodeNeedsAStore() {
        assertThatThrownBy(() -> flags("node", "a")).hasMessageContaining("there is no setting store");
    }
}
