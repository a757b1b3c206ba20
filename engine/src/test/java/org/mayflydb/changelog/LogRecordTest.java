package org.mayflydb.changelog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.storage.KeyValue;

class LogRecordTest {
    private static final List<LogOperation> OPERATIONS = List.of(LogOperation.values());
    private static final LogRecord RECORD = new LogRecord(
            9, (short) 3, LogOperation.DELETE, 0x6af8e900L, 0x1a1f0f2b3c4L, 8, new byte[] {1, 2}, new byte[] {'[', ']'
            });

    @Test
    void everyRecordIsReadBackAsItWasWritten() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 1000; i++) {
            LogRecord entry = new LogRecord(
                    random.nextLong() >>> 1,
                    (short) random.nextInt(),
                    OPERATIONS.get(random.nextInt(OPERATIONS.size())),
                    random.nextLong(),
                    random.nextLong(),
                    random.nextLong(),
                    bytes(random),
                    bytes(random));
            LogRecord read = LogRecord.decode(new KeyValue(entry.key(), entry.value()));
            assertThat(read).as("seed %d", seed).usingRecursiveComparison().isEqualTo(entry);
        }
    }

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void recordOfFormat1IsReadable() {
        byte[] old = HexFormat.of()
                .parseHex("01" + "03" + "000000006af8e900" + "0000000000000008" + "0002" + "0102" + "5b5d");
        assertThat(LogRecord.decode(new KeyValue(RECORD.key(), old)))
                .usingRecursiveComparison()
                .isEqualTo(new LogRecord(
                        9,
                        (short) 3,
                        LogOperation.DELETE,
                        0x6af8e900L,
                        0x6af8e900L * 1000,
                        8,
                        new byte[] {1, 2},
                        new byte[] {'[', ']'}));
    }

    @Test
    void recordIsLaidOutAsDocumented() {
        assertThat(HexFormat.of().formatHex(RECORD.value()))
                .isEqualTo("02" + "03" + "000000006af8e900" + "000001a1f0f2b3c4" + "0000000000000008" + "0002" + "0102"
                        + "00" + "5b5d");
    }

    @Test
    void incompleteRecordIsRefused() {
        byte[] value = RECORD.value();
        for (int length = 0; length < value.length - 2; length++) {
            assertCorrupt(Arrays.copyOf(value, length), "");
        }
    }

    @Test
    void flagsAndOperationsOfALaterVersionAreRefused() {
        byte[] flagged = RECORD.value();
        flagged[30] = 1;
        assertCorrupt(flagged, "flags");
        byte[] fenced = RECORD.value();
        fenced[1] = 6;
        assertCorrupt(fenced, "operation 6");
    }

    private static void assertCorrupt(byte[] value, String message) {
        assertThatThrownBy(() -> LogRecord.decode(new KeyValue(RECORD.key(), value)))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining(message);
    }
}
