package org.mayflydb.app.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TransferProgressTest {
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final StringWriter out = new StringWriter();
    private final AtomicLong nanoTime = new AtomicLong(SECOND_NANOS);

    private TransferProgress progress(boolean terminal) {
        return new TransferProgress(new PrintWriter(out), terminal, nanoTime::get);
    }

    @Test
    void withoutATerminalThereIsALineEveryFiveSeconds() {
        TransferProgress progress = progress(false);
        progress.begin(0);
        for (int i = 1; i <= 12; i++) {
            nanoTime.addAndGet(SECOND_NANOS);
            progress.add(100, i / 12.0);
        }
        progress.end();
        assertThat(out.toString().lines()).containsExactly("42 %, 500 items, 100/s", "83 %, 1,000 items, 100/s");
    }

    @Test
    void whatAnInterruptedRunHasDoneCountsButNotForTheRate() {
        TransferProgress progress = progress(false);
        progress.begin(10_000);
        nanoTime.addAndGet(10 * SECOND_NANOS);
        progress.add(100, -1);
        assertThat(out.toString().strip()).isEqualTo("10,100 items, 10/s");
        assertThat(progress.rate()).isEqualTo(10);
    }

    @Test
    void onATerminalABarMovesOnOneLine() {
        TransferProgress progress = progress(true);
        progress.begin(0);
        nanoTime.addAndGet(SECOND_NANOS);
        progress.add(50, 0.5);
        progress.end();
        assertThat(out.toString())
                .startsWith("\r[###############               ]  50 %  50 items, 50/s\u001b[K")
                .endsWith(System.lineSeparator());
    }

    @Test
    void whatIsDoneAtOncePrintsNothing() {
        TransferProgress progress = progress(true);
        progress.begin(0);
        progress.add(3, 1);
        progress.end();
        assertThat(out.toString()).isEmpty();
    }
}
