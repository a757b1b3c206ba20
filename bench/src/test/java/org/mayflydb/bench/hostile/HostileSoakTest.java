package org.mayflydb.bench.hostile;

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
class HostileSoakTest {
    @TempDir
    private Path directory;

    @Test
    void anUnboundedBufferAndALeakedThreadAreReported() {
        StringWriter output = new StringWriter();
        int exitCode = HostileSoak.run(
                new PrintWriter(output),
                "--main=" + PlantedServer.class.getName(),
                "--serve=--planted leaky",
                "--jvm=-XX:MaxDirectMemorySize=4g",
                "--directory=" + directory,
                "--only=header",
                "--minutes=0.1",
                "--warm-up-seconds=1",
                "--baseline-seconds=1",
                // Other tests run beside this one; it is not about latency.
                "--p99-max=1000");
        assertThat(exitCode).as(output.toString()).isEqualTo(1);
        assertThat(output.toString().lines().filter(line -> line.endsWith("MISSED")))
                .as(output.toString())
                .anyMatch(line -> line.startsWith("memory"))
                .anyMatch(line -> line.startsWith("threads"))
                .noneMatch(line -> line.startsWith("handles") || line.startsWith("wrong responses"));
        assertThat(output.toString()).containsPattern("threads since warm-up: .*leaked=\\d+");
    }
}
