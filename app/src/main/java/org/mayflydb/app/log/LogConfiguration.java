package org.mayflydb.app.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * Configures Logback in code rather than with a file: reading a file would take a fifth of the start of a server. A file named
 * by {@value #FILE} takes precedence.
 */
public final class LogConfiguration extends ContextAwareBase implements Configurator {
    /** System property and environment variable. */
    public static final String LEVEL = "MAYFLY_LOG_LEVEL";

    private static final String FILE = "logback.configurationFile";
    private static final String LINE = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX, UTC} %-5level %logger{20} %msg%n";

    /** Found as a service by Logback. */
    public LogConfiguration() {}

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty(FILE) != null || System.getenv(FILE) != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.toLevel(System.getProperty(LEVEL, System.getenv(LEVEL)), Level.INFO));
        root.addAppender(appender(context, "STDERR", LINE));
        // One line of JSON for every request, where that is switched on.
        Logger requests = context.getLogger("org.mayflydb.requests");
        requests.setLevel(Level.INFO);
        requests.setAdditive(false);
        requests.addAppender(appender(context, "REQUESTS", "%msg%n"));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Standard output belongs to commands; what the server has to say goes beside it. */
    private static ConsoleAppender<ILoggingEvent> appender(LoggerContext context, String name, String pattern) {
        LateEncoder encoder = new LateEncoder(pattern);
        encoder.setContext(context);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName(name);
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }
}
