package org.mayflydb.server.entra;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.FileFailures;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.UnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of an issuer as they were when they were last read. They are read again in the background when they are old, and
 * when a token is signed with one that is unknown. While they cannot be read, the last ones stay valid. Safe for use by many threads.
 */
final class PublishedKeys {
    private static final Logger LOG = LoggerFactory.getLogger(PublishedKeys.class);

    /** How long a key that is no longer published may stay valid. */
    static final Duration AGE_MAX = Duration.ofMinutes(15);

    /** Tokens with invented keys must not make the server ask the issuer all the time. */
    static final Duration PAUSE = Duration.ofMinutes(1);

    private static final int WAITING_MAX = 256;
    private static final long LONG_AGO = Long.MIN_VALUE / 2;

    private final String location;
    private final KeyDocument document;
    private final Executor reader;
    private final InstantSource clock;
    private volatile SigningKeys current = SigningKeys.NONE;
    private volatile long readAt = LONG_AGO; // in seconds since 1970

    private @Nullable List<Runnable> waiting; // not null while the keys are being read; guarded by this
    private long attemptedAt = LONG_AGO; // in seconds since 1970; guarded by this

    /**
     * @param location for messages
     * @param reader a thread that may wait
     */
    PublishedKeys(String location, KeyDocument document, Executor reader, InstantSource clock) {
        this.location = location;
        this.document = document;
        this.reader = reader;
        this.clock = clock;
    }

    String location() {
        return location;
    }

    /** The keys, which are read again in the background if they are old. */
    SigningKeys current() {
        if (isOver(readAt, AGE_MAX)) {
            readLater(null);
        }
        return current;
    }

    /**
     * Reads the keys now and waits for them.
     *
     * @throws UnavailableException if they cannot be read; then those of before stay valid
     */
    void read() {
        try {
            SigningKeys read = SigningKeys.parse(document.read());
            readAt = now();
            if (!read.equals(current)) {
                LOG.info("Tokens of Microsoft Entra ID are accepted with {} keys.", read.size());
                current = read;
            }
        } catch (IOException failure) {
            throw unusable(FileFailures.describe(failure), failure);
        } catch (MayflyException failure) {
            throw unusable(String.valueOf(failure.getMessage()), failure);
        }
    }

    private UnavailableException unusable(String reason, Exception cause) {
        return new UnavailableException("The keys of entra-keys (" + location + ") cannot be used: " + reason, cause);
    }

    /** Reads the keys in the background if this one is unknown. Returns false if that is not the case or was done just now. */
    boolean awaits(String id, Runnable again) {
        return !current.has(id) && readLater(again);
    }

    /** Returns false if the keys were read just now, or if too many wait for them; then nothing is called. */
    private boolean readLater(@Nullable Runnable then) {
        synchronized (this) {
            if (waiting != null) {
                return then == null || (waiting.size() < WAITING_MAX && waiting.add(then));
            }
            if (!isOver(attemptedAt, PAUSE)) {
                return false;
            }
            attemptedAt = now();
            waiting = new ArrayList<>();
            if (then != null) {
                waiting.add(then);
            }
        }
        try {
            reader.execute(this::readAndCall);
            return true;
        } catch (Throwable noThread) {
            finish();
            return false;
        }
    }

    /** In either direction: the machine's clock may be set back. */
    private boolean isOver(long beginSeconds, Duration time) {
        return Math.abs(now() - beginSeconds) >= time.toSeconds();
    }

    private long now() {
        return clock.instant().getEpochSecond();
    }

    private void readAndCall() {
        try {
            read();
        } catch (UnavailableException failure) {
            LOG.warn("{}. The keys of before stay valid.", failure.getMessage());
        } catch (Throwable failure) {
            LOG.error("The keys of entra-keys cannot be read", failure);
        } finally {
            finish().forEach(PublishedKeys::call);
        }
    }

    /** One that fails must not keep the others waiting. */
    private static void call(Runnable waiting) {
        try {
            waiting.run();
        } catch (Throwable failure) {
            LOG.error("A request that waited for keys failed", failure);
        }
    }

    private synchronized List<Runnable> finish() {
        List<Runnable> called = waiting == null ? List.of() : waiting;
        waiting = null;
        return called;
    }
}
