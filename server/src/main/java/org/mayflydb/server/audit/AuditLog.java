package org.mayflydb.server.audit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.FileFailures;
import org.mayflydb.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes records from any thread and has one of its own write them. A record is dropped if thousands wait or the disk does
 * not take it; then it is counted, the server's log says so once, and the next line that can be written has the number.
 */
public final class AuditLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

    private static final int WAITING_MAX = 4096;
    private static final int BATCH_MAX = 256;
    private static final long FILE_BYTES_MAX = 10 << 20;
    private static final int FILES_MAX = 10;
    private static final long STOP_MILLIS_MAX = 5_000;

    /** Wakes the writer when there is nothing else to write. */
    private static final JsonObject END = JsonObject.builder().put("end", true).build();

    private final BlockingQueue<JsonObject> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private final AtomicLong dropped = new AtomicLong();
    private final InstantSource clock;
    private final @Nullable AuditFile file;
    private @Nullable Thread writer; // set before anybody else has the log
    private volatile boolean closed;

    /** How many of the dropped ones a line has reported; of the writer. */
    private long reported;

    private boolean failing; // of the writer

    private AuditLog(@Nullable AuditFile file, InstantSource clock) {
        this.clock = clock;
        this.file = file;
    }

    /** Records nothing. */
    public static AuditLog off() {
        return new AuditLog(null, InstantSource.fixed(Instant.EPOCH));
    }

    /**
     * Writes to a file, and to numbered ones once it is full.
     *
     * @param machineClock never one that can be moved: records tell when something really happened
     */
    public static AuditLog to(Path path, InstantSource machineClock) {
        return to(new AuditFile(path, FILE_BYTES_MAX, FILES_MAX), machineClock);
    }

    static AuditLog to(AuditFile file, InstantSource machineClock) {
        AuditLog log = new AuditLog(file, machineClock);
        Thread thread = new Thread(() -> log.write(file), "mayfly-audit");
        thread.setDaemon(true);
        log.writer = thread;
        thread.start();
        return log;
    }

    boolean isOn() {
        return file != null;
    }

    /** Adds a record, whose time is now. Never waits. */
    public void add(JsonObject.Builder details) {
        if (file == null) {
            return;
        }
        JsonObject.Builder event =
                JsonObject.builder().put("time", clock.instant().toString());
        details.build().members().forEach(event::put);
        if (closed || !waiting.offer(event.build())) {
            dropped.incrementAndGet();
        }
    }

    /** How many records were dropped since the start. */
    public long dropped() {
        return dropped.get();
    }

    InstantSource clock() {
        return clock;
    }

    private void write(AuditFile target) {
        try (target) {
            List<JsonObject> batch = new ArrayList<>(BATCH_MAX);
            while (!closed || !waiting.isEmpty()) {
                batch.add(waiting.take());
                waiting.drainTo(batch, BATCH_MAX - 1);
                batch.remove(END);
                write(target, batch);
                batch.clear();
            }
        } catch (IOException failure) {
            LOG.error("The audit log could not be closed: {}", FileFailures.describe(failure));
        } catch (InterruptedException impossible) {
            // An interruption would close the file in the middle of a line, so nobody interrupts this thread.
            throw new IllegalStateException(impossible);
        }
    }

    private void write(AuditFile target, List<JsonObject> batch) {
        if (batch.isEmpty()) {
            return;
        }
        try {
            long missing = dropped.get();
            StringBuilder lines = new StringBuilder();
            if (missing > reported) {
                lines.append(JsonObject.builder()
                                .put("time", clock.instant().toString())
                                .put("action", "records dropped")
                                .put("count", missing - reported)
                                .build())
                        .append('\n');
            }
            batch.forEach(event -> lines.append(event).append('\n'));
            target.append(lines.toString().getBytes(StandardCharsets.UTF_8));
            reported = missing;
            if (failing) {
                LOG.warn("The audit log can be written again; {} records are missing.", missing);
            }
            failing = false;
        } catch (IOException | RuntimeException | Error failure) {
            dropped.addAndGet(batch.size());
            fail(failure);
        }
    }

    private void fail(Throwable failure) {
        if (!failing) {
            failing = true;
            LOG.error(
                    "The audit log cannot be written, so administrative actions are not recorded: {}",
                    failure instanceof IOException io ? FileFailures.describe(io) : failure.toString());
        }
    }

    /** Writes what waits, for a bounded time. */
    @Override
    public void close() {
        closed = true;
        Thread thread = writer;
        if (thread == null) {
            return;
        }
        // If there is no room for it, the writer is not waiting for a record and sees that this is the end.
        boolean woken = waiting.offer(END);
        LOG.trace("The audit log ends; its writer was {}.", woken ? "woken" : "busy");
        try {
            thread.join(STOP_MILLIS_MAX);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
