package org.mayflydb.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.rocksdb.RocksOptions;

class EngineBenchTest {

    @TempDir
    private Path directory;

    @Test
    void everyMeasurementRunsAndIsPrinted() {
        StringWriter printed = new StringWriter();
        int status = EngineBench.commandLine()
                .setOut(new PrintWriter(printed))
                .execute("--items=300,600", "--seconds=0.01", "--purged=1", "--no-warm-up", "--directory=" + directory);
        assertThat(status).isZero();
        assertThat(printed.toString())
                .contains("read, 1 thread")
                .contains("read, 2 threads")
                .contains("list, pages of 100")
                .contains("changes, beside a scan")
                .contains("changes, beside the gets")
                .contains("purge own ttl relaxed")
                .contains("purge own ttl synced")
                .contains("purge inherited relaxed")
                .contains("purge inherited synced")
                .contains("create relaxed, 1 thread")
                .contains("create synced, 1 thread")
                .contains("create synced, 32 threads")
                .contains("change of default ttl")
                .contains("300 -> 600 items");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void limitHoldsTheSameKeysAndValues() {
        try (Twins twins = Twins.load(directory, RocksOptions.defaults(), 50, 10)) {
            List<String> ours = new ArrayList<>();
            List<String> limit = new ArrayList<>();
            for (int number : twins.store().partitionNumbers()) {
                for (Space space : Space.values()) {
                    twins.store().partition(number).walk(space, KeyRange.all(), entry -> {
                        ours.add(text(RawCommit.storedKey(number, entry.key()), entry.value()));
                        return true;
                    });
                }
            }
            twins.raw().iterate(new byte[0], new byte[] {(byte) 0xff}, (key, value) -> limit.add(text(key, value)));
            assertThat(limit).hasSizeGreaterThan(100).containsExactlyInAnyOrderElementsOf(ours);
        }
    }

    private static String text(byte[] key, byte[] value) {
        return HexFormat.of().formatHex(key) + "=" + HexFormat.of().formatHex(value);
    }
}
