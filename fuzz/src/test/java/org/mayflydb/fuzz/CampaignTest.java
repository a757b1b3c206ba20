package org.mayflydb.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A campaign reports decoders that are wrong: these are planted. */
@Tag("process")
class CampaignTest {
    @TempDir
    private Path directory;

    @Test
    void reportsALoopAndGrowthWithInputsThatReproduceThem() throws Exception {
        List<String> printed = new ArrayList<>();
        List<FuzzReport> reports = new Campaign(directory, Duration.ofSeconds(5), Duration.ofSeconds(1), 2)
                .run(List.of(new PlantedLoop(), new PlantedGrowth()), report -> printed.add(report.toString()));

        FuzzReport loop = reports.get(0);
        assertThat(loop.isClean()).isFalse();
        assertThat(loop.complaints()).singleElement().asString().startsWith("timeout: an input of");
        assertThat(loop.findings()).hasSize(1);
        assertThat(Files.readAllBytes(loop.findings().get(0))).containsAnyOf((byte) 0, (byte) 0x80);
        FuzzReport growth = reports.get(1);
        assertThat(growth.isClean()).isFalse();
        assertThat(growth.findings()).isNotEmpty();
        byte[] input = Files.readAllBytes(growth.findings().get(0));
        assertThatThrownBy(() -> BoundedRun.of(new PlantedGrowth(), input))
                .isInstanceOf(Error.class)
                .hasMessageMatching("planted-growth allocates .+|Java heap space");
        assertThat(printed).hasSize(2).allSatisfy(line -> assertThat(line).contains("input: "));
    }
}
