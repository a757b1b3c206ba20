package org.mayflydb.bench.purge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PurgeBenchesTest {

    @TempDir
    private Path directory;

    private final StringWriter printed = new StringWriter();

    private int run(CommandLine command, String... arguments) {
        return command.setOut(new PrintWriter(printed)).execute(arguments);
    }

    @Test
    void waveOfExpiryIsMeasuredAndDrawn() throws Exception {
        Path picture = directory.resolve("pictures").resolve("wave.svg");
        int status = run(
                ExpiryWave.commandLine(),
                "--expiring=300",
                "--staying=100",
                "--before-seconds=1",
                "--after-seconds=1",
                "--picture=" + picture,
                "--directory=" + directory.resolve("work"));
        assertThat(status).isZero();
        assertThat(printed.toString()).contains(" 0 wrong; 300 of 300 purged").contains("times, aim 1.5");
        assertThat(Files.readString(picture)).contains("<svg").contains("p99");
    }

    @Test
    void fewDeletionsAreNotWorthACompactionAndTheBenchSaysSo() {
        int status = run(
                PurgeSpace.commandLine(),
                "--expiring=500",
                "--staying=100",
                "--patience-seconds=1",
                "--directory=" + directory);
        assertThat(status).isOne();
        assertThat(printed.toString()).contains("not within 10 % in 1 s after the purge");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void costOfAnItemIsPrintedForEverySize() {
        int status = run(PurgeGrowth.commandLine(), "--expiring=200,400", "--no-warm-up", "--directory=" + directory);
        assertThat(status).isZero();
        assertThat(printed.toString().lines()).hasSize(4);
    }

    @Test
    void pictureIsWellFormed() throws Exception {
        String svg = new LineChart("a title", List.of(new LineChart.Mark("here", 1)))
                .panel("first", true, new LineChart.Line("one", new double[] {1, Double.NaN, 1000}))
                .panel("second", false, new LineChart.Line("two", new double[] {0, 5, 2}))
                .toSvg();
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        assertThat(factory.newDocumentBuilder()
                        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
                        .getElementsByTagName("path")
                        .getLength())
                .isGreaterThan(4);
    }
}
