package org.mayflydb.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.mayflydb.storage.StoreHealth;
import org.mayflydb.storage.StoreListener;
import org.rocksdb.BackgroundErrorReason;
import org.rocksdb.Status;

class BackgroundErrorsTest {
    private static final Status NO_SPACE =
            new Status(Status.Code.IOError, Status.SubCode.NoSpace, "/d/000009.sst: No space left on device");

    private final List<Status> stopped = new ArrayList<>();
    private final List<Status> lackingSpace = new ArrayList<>();

    @Test
    void compactionWithoutSpaceIsReportedAndWritesContinue() {
        report(BackgroundErrorReason.COMPACTION, NO_SPACE);
        assertThat(stopped).isEmpty();
        assertThat(lackingSpace).containsExactly(NO_SPACE);
    }

    @Test
    void flushWithoutSpaceStopsWrites() {
        report(BackgroundErrorReason.FLUSH, NO_SPACE);
        assertThat(stopped).containsExactly(NO_SPACE);
        assertThat(lackingSpace).isEmpty();
    }

    private void report(BackgroundErrorReason reason, Status status) {
        RocksLibrary.load();
        try (BackgroundErrors errors = new BackgroundErrors(stopped::add, lackingSpace::add)) {
            errors.onBackgroundError(reason, status);
        }
    }

    /** RocksDB tries again and again. */
    @Test
    void listenersHearOnceOfCompactionsThatFailInARow() throws InterruptedException {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        Recovery recovery = new Recovery(() -> true);
        recovery.listen(new StoreListener() {
            @Override
            public void compactionFailed(String reason) {
                heard.add(reason);
            }

            @Override
            public void healthChanged(StoreHealth health) {
                heard.add("after them");
            }
        });
        recovery.compactionFailed(RocksFailures.compactionFailed("/d", NO_SPACE));
        recovery.compactionFailed(RocksFailures.compactionFailed("/d", NO_SPACE));
        recovery.recovered();
        assertThat(heard.poll(10, TimeUnit.SECONDS))
                .isEqualTo(
                        "the store in /d cannot compact its files: /d/000009.sst: No space left on device. Writes continue,"
                                + " and need more and more space. Free space on that disk; compaction then resumes by itself.");
        assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo("after them");
        recovery.stop();
    }
}
