package org.mayflydb.storage.rocksdb;

import java.util.function.Consumer;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.BackgroundErrorReason;
import org.rocksdb.Status;

/**
 * Hears that RocksDB takes no more writes, and keeps it from recovering by itself.
 *
 * <p>To recover, RocksDB begins a new log, which names the length of the one before. After a failed write it records a
 * length that the log does not have, and until the memtables are in files the next opening refuses both as damaged. Opening
 * the database again is safe at any point; see {@link Recovery}.
 *
 * <p>The Java interface knows only the first four reasons of RocksDB, among them all that concern a log. For another one it
 * prints an exception and calls nothing; the next write then tells.
 */
final class BackgroundErrors extends AbstractEventListener {
    private final Consumer<Status> stopped;
    private final Consumer<Status> lackingSpace;

    /**
     * Both are called by threads of RocksDB and must not wait.
     *
     * @param stopped called when no more writes are taken
     * @param lackingSpace called when a compaction lacks space, and writes continue
     */
    BackgroundErrors(Consumer<Status> stopped, Consumer<Status> lackingSpace) {
        super(EnabledEventCallback.ON_BACKGROUND_ERROR, EnabledEventCallback.ON_ERROR_RECOVERY_BEGIN);
        this.stopped = stopped;
        this.lackingSpace = lackingSpace;
    }

    @Override
    public void onBackgroundError(BackgroundErrorReason reason, Status status) {
        // A compaction that lacks space is tried again later, and writes continue.
        boolean harmless = reason == BackgroundErrorReason.COMPACTION && status.getSubCode() == Status.SubCode.NoSpace;
        (harmless ? lackingSpace : stopped).accept(status);
    }

    @Override
    public boolean onErrorRecoveryBegin(BackgroundErrorReason reason, Status status) {
        return false;
    }
}
