package org.mayflydb.clients.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mayflydb.app.emulator.EmulatorSettings;
import org.mayflydb.app.emulator.MountPoints;
import org.mayflydb.server.ServerSettings;

/** How the image runs the server, by what the Dockerfile says. */
class ImageTest {
    private static final MountPoints NO_VOLUMES = MountPoints.of(List.of());

    private static MountPoints volumesAt(String... paths) {
        return MountPoints.of(Arrays.stream(paths)
                .map(path -> "714 661 254:1 /volumes/x/_data " + path + " rw,relatime - ext4 /dev/vda1 rw")
                .toList());
    }

    private static ServerSettings image(MountPoints mounts, Map<String, String> environment, String... arguments)
            throws IOException {
        Map<String, String> all = new HashMap<>(ImageDefinition.read().environment());
        all.putAll(environment);
        return EmulatorSettings.read(all, List.of(arguments), mounts).server();
    }

    @Test
    void theImageListensForEverybodyOnThePortsOfTheEmulators() throws IOException {
        ServerSettings settings = image(NO_VOLUMES, Map.of());
        assertThat(settings.host()).isEqualTo("0.0.0.0");
        assertThat(settings.port()).isEqualTo(8081);
        assertThat(settings.probePort()).hasValue(8080);
        assertThat(settings.explorerPort()).hasValue(1234);
        assertThat(settings.acceptsWellKnownKey()).isTrue();
    }

    @Test
    void theImageHasNoDirectModeUnlessItIsAskedFor() throws IOException {
        assertThat(image(NO_VOLUMES, Map.of()).directPort()).isEmpty();
        assertThat(image(NO_VOLUMES, Map.of("MAYFLY_DIRECT_PORT", "10250")).directPort())
                .hasValue(10250);
    }

    @Test
    void dataGoesToTheVolumeWhereverItIsMounted() throws IOException {
        assertThat(image(NO_VOLUMES, Map.of()).data()).isEqualTo(Path.of("/data/mayfly"));
        assertThat(image(volumesAt("/data"), Map.of()).data()).isEqualTo(Path.of("/data/mayfly"));
        assertThat(image(volumesAt("/tmp/cosmos/appdata"), Map.of()).data())
                .isEqualTo(Path.of("/tmp/cosmos/appdata/mayfly"));
        assertThat(image(volumesAt("/tmp/cosmos/appdata", "/data"), Map.of()).data())
                .isEqualTo(Path.of("/data/mayfly"));
        assertThat(image(volumesAt("/elsewhere"), Map.of("DATA_PATH", "/elsewhere"))
                        .data())
                .isEqualTo(Path.of("/elsewhere/mayfly"));
    }

    @Test
    void theExplorerCanBeSwitchedOffWithItsPort() throws IOException {
        assertThat(image(NO_VOLUMES, Map.of(), "--enable-explorer", "false").explorerPort())
                .isEmpty();
        assertThat(image(NO_VOLUMES, Map.of("ENABLE_EXPLORER", "false")).explorer())
                .isFalse();
    }

    @Test
    void theImageOfJibIsSetUpLikeThatOfTheDockerfile() throws IOException {
        String pom = Files.readString(Path.of("..", "distribution", "pom.xml"));
        ImageDefinition image = ImageDefinition.read();
        image.environment()
                .forEach((name, value) -> assertThat(pom).contains("<" + name + ">" + value + "</" + name + ">"));
        image.entryPoint().forEach(word -> assertThat(pom).contains("<argument>" + word + "</argument>"));
    }
}
