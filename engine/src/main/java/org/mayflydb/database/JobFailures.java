package org.mayflydb.database;

import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The failures of one background job. Each is counted, logged with its cause and passed to the listener. */
final class JobFailures {
    private final String step;
    private final EngineListener listener;
    private final AtomicLong count = new AtomicLong();

    /** Created with the first failure, so a program without a logging provider gets no message from slf4j until then. */
    private static final class Log {
        static final Logger LOGGER = LoggerFactory.getLogger(Background.class);
    }

    /** @param step what a step of the job is, as the beginning of a sentence */
    JobFailures(String step, EngineListener listener) {
        this.step = step;
        this.listener = listener;
    }

    /** Reports a step that has failed and will be tried again. Never throws: neither a listener nor the log ends the job. */
    void report(Throwable cause) {
        count.incrementAndGet();
        try {
            Log.LOGGER.warn("{} failed and is tried again later", step, cause);
            tell(cause);
        } catch (RuntimeException | Error unreportable) {
            // There is no memory to say it with.
        }
    }

    private void tell(Throwable cause) {
        try {
            listener.backgroundStepFailed(step, cause);
        } catch (RuntimeException | Error failure) {
            Log.LOGGER.warn("The listener for failures in the background failed", failure);
        }
    }

    long count() {
        return count.get();
    }
}
