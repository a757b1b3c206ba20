package org.mayflydb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.storage.StoreDamagedException;
import org.mayflydb.storage.StoreUnavailableException;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

class RocksFailuresTest {
    private static RocksDBException failure(Status.Code code, String message) {
        return new RocksDBException(message, new Status(code, Status.SubCode.None, message));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "While lock file: /d/LOCK: Resource temporarily unavailable|the store in /d is already open: another process is"
                        + " using it. Stop that process first, or choose another directory; 'lsof /d/LOCK' shows which one.",
                "lock hold by current process, acquire time 1 acquiring thread 2: /d/LOCK: No locks available|the store in /d is"
                        + " already open: this process has opened it.",
                "While open a file for lock: /d/LOCK: Permission denied|the store in /d cannot be opened: /d/LOCK: Permission"
                        + " denied. This user must be able to read and write all files there.",
                "While appending to file: /d/000004.log: No space left on device|the store in /d cannot be opened:"
                        + " /d/000004.log: No space left on device. Free space on that disk and open it again.",
                "While fsync: /d/x: Input/output error|the store in /d cannot be opened: /d/x: Input/output error"
            })
    void anOpeningThatFailsSaysWhyAndWhatToDo(String message, String expected) {
        assertThat(RocksFailures.opening("/d", failure(Status.Code.IOError, message)))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage(expected);
    }

    @Test
    void damageIsNamed() {
        assertThat(RocksFailures.opening("/d", failure(Status.Code.Corruption, "checksum mismatch in /d/000007.sst")))
                .isInstanceOf(StoreDamagedException.class)
                .hasMessage("the store in /d is damaged: checksum mismatch in /d/000007.sst");
        assertThat(RocksFailures.opening(
                        "/d", failure(Status.Code.IOError, "While open a file: /d/1.sst: No such file or directory")))
                .isInstanceOf(StoreDamagedException.class);
    }

    @Test
    void theKindOfErrorIsNamedOnlyIfThereIsNothingElse() {
        assertThat(RocksFailures.describe(failure(Status.Code.Busy, ""))).isEqualTo("Busy");
        assertThat(RocksFailures.describe(new IOException("no disk"))).isEqualTo("no disk");
    }
}
