package org.mayflydb.bench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.bench.planted.PlantedServer;

@EnabledOnOs(value = OS.LINUX, disabledReason = "the campaign reads /proc")
@Tag("process")
class FaultCampaignTest {
    @TempDir
    private Path directory;

    @Test
    void aWriteAcknowledgedBeforeItIsDurableIsReported() {
        StringWriter output = new StringWriter();
        int exitCode = FaultCampaign.run(
                new PrintWriter(output),
                "--main=" + PlantedServer.class.getName(),
                "--serve=--planted hasty",
                "--directory=" + directory,
                "--only=kill -9",
                "--load-seconds=2");
        assertThat(exitCode).as(output.toString()).isEqualTo(1);
        assertThat(output.toString()).containsPattern("VIOLATED: .*lost: ").contains("NOT ok");
    }
}
