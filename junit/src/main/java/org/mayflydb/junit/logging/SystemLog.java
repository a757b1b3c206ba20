package org.mayflydb.junit.logging;

import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** A logger of SLF4J that hands everything to the {@link System.Logger} of the same name. */
final class SystemLog extends LegacyAbstractLogger {
    private final transient System.Logger target;

    SystemLog(String name) {
        this.name = name;
        this.target = System.getLogger(name);
    }

    @Override
    public boolean isTraceEnabled() {
        return isEnabledForLevel(Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return isEnabledForLevel(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return isEnabledForLevel(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return isEnabledForLevel(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return isEnabledForLevel(Level.ERROR);
    }

    @Override
    public boolean isEnabledForLevel(Level level) {
        return target.isLoggable(levelOf(level));
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return SystemLog.class.getName();
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            @Nullable String pattern,
            Object @Nullable [] arguments,
            @Nullable Throwable failure) {
        target.log(levelOf(level), MessageFormatter.basicArrayFormat(pattern, arguments), failure);
    }

    private static System.Logger.Level levelOf(Level level) {
        return switch (level) {
            case TRACE -> System.Logger.Level.TRACE;
            case DEBUG -> System.Logger.Level.DEBUG;
            case INFO -> System.Logger.Level.INFO;
            case WARN -> System.Logger.Level.WARNING;
            case ERROR -> System.Logger.Level.ERROR;
        };
    }
}
