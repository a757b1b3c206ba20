package org.mayflydb.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryBenchTest {

    @TempDir
    private Path directory;

    @Test
    void everyMeasurementFindsTheSameOnBothSidesAndIsPrinted() {
        StringWriter printed = new StringWriter();
        int status = QueryBench.commandLine()
                .setOut(new PrintWriter(printed))
                .execute("--items=300,600", "--seconds=0.01", "--no-warm-up", "--directory=" + directory);
        assertThat(status).isZero();
        assertThat(printed.toString())
                .contains("key and equality")
                .contains("key in WHERE and equality")
                .contains("TOP 20, > and ORDER BY")
                .contains("TOP 20, ORDER BY")
                .contains("COUNT of a hundredth")
                .contains("filter CONTAINS")
                .contains("filter a + b")
                .contains("create indexed, relaxed")
                .contains("create indexed, synced")
                .contains("300 -> 600 items");
        assertThat(directory).isEmptyDirectory();
    }
}
