package org.mayflydb.junit.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What the server logs in tests arrives in the log of the platform, which is that of {@code java.util.logging} here. */
class SystemLogTest {
    private static final String NAME = "org.mayflydb.junit.logging.SystemLogTest.log";

    /** Remembers what it is given. */
    private static final class Memory extends Handler {
        private final List<LogRecord> records = new ArrayList<>();

        @Override
        public void publish(LogRecord record) {
            records.add(record);
        }

        @Override
        public void flush() {
            // nothing is kept back
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    private final Logger platform = Logger.getLogger(NAME);
    private final Memory memory = new Memory();
    private final org.slf4j.Logger log =
            new SystemLogProvider().getLoggerFactory().getLogger(NAME);

    SystemLogTest() {
        platform.setUseParentHandlers(false);
        platform.setLevel(Level.INFO);
        platform.addHandler(memory);
    }

    @Test
    void messagesAreFormattedAndKeepTheirCause() {
        IllegalStateException cause = new IllegalStateException("broken");
        log.error("Request {} failed", "a1", cause);
        assertThat(memory.records).hasSize(1);
        LogRecord written = memory.records.get(0);
        assertThat(written.getLevel()).isEqualTo(Level.SEVERE);
        assertThat(written.getMessage()).isEqualTo("Request a1 failed");
        assertThat(written.getThrown()).isSameAs(cause);
    }

    @Test
    void levelsAreThoseOfThePlatform() {
        log.warn("{}", 1);
        log.info("{}", 2);
        log.debug("{}", 3);
        assertThat(memory.records).extracting(LogRecord::getMessage).containsExactly("1", "2");
        assertThat(log.isInfoEnabled()).isTrue();
        assertThat(log.isDebugEnabled()).isFalse();
    }
}
