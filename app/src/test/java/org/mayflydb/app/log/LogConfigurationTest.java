package org.mayflydb.app.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator.ExecutionStatus;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LogConfigurationTest {
    private static final String FILE = "logback.configurationFile";

    private final LoggerContext context = new LoggerContext();
    private final Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    private final Logger requests = context.getLogger("org.mayflydb.requests");

    @AfterEach
    void forgetProperties() {
        System.clearProperty(LogConfiguration.LEVEL);
        System.clearProperty(FILE);
        context.stop();
    }

    private ExecutionStatus configure() {
        return new LogConfiguration().configure(context);
    }

    private static String line(Logger logger, String appender, String message, @Nullable Throwable failure) {
        LoggingEvent event = new LoggingEvent("", logger, Level.WARN, message, failure, new Object[0]);
        event.setInstant(Instant.parse("2026-01-02T03:04:05.678Z"));
        OutputStreamAppender<ILoggingEvent> console =
                (OutputStreamAppender<ILoggingEvent>) logger.getAppender(appender);
        return new String(console.getEncoder().encode(event), StandardCharsets.UTF_8);
    }

    @Test
    void lineHasTimeLevelLoggerMessageAndFailure() {
        configure();

        assertThat(line(root, "STDERR", "größer", new IllegalStateException("cause")))
                .startsWith("2026-01-02T03:04:05.678Z WARN  ROOT größer" + System.lineSeparator())
                .contains("java.lang.IllegalStateException: cause");
    }

    @Test
    void requestIsLoggedAsItIsAndOnce() {
        configure();

        assertThat(line(requests, "REQUESTS", "{}", null)).isEqualTo("{}" + System.lineSeparator());
        assertThat(requests.isAdditive()).isFalse();
    }

    @Test
    void levelIsInfoUnlessAskedFor() {
        configure();

        assertThat(root.getLevel()).isEqualTo(Level.INFO);
    }

    @Test
    void propertySetsTheLevelOfAllButRequests() {
        System.setProperty(LogConfiguration.LEVEL, "error");

        configure();

        assertThat(root.getLevel()).isEqualTo(Level.ERROR);
        assertThat(requests.getLevel()).isEqualTo(Level.INFO);
    }

    @Test
    void fileTakesPrecedence() {
        System.setProperty(FILE, "mine.xml");

        assertThat(configure()).isEqualTo(ExecutionStatus.INVOKE_NEXT_IF_ANY);
        assertThat(root.getAppender("STDERR")).isNull();
    }
}
