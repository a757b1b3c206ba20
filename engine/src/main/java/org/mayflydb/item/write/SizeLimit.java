package org.mayflydb.item.write;

import java.util.function.LongSupplier;
import org.mayflydb.base.ForbiddenException;
import org.mayflydb.partition.Transaction;

/**
 * Keeps what a container holds below a size. What has expired does not count, purged or not.
 *
 * <p>While all that is stored is below the limit there is nothing to do. Beyond it one has to know how much of it has
 * expired, which takes a walk over as much: it is made once a second at most, and writes in between are added up. So a write
 * may be refused for as long as a second after others have expired. Writes under way at the same time may pass the limit
 * together.
 */
public final class SizeLimit {
    /** More than the system properties of an item take. */
    private static final int ADDED_BYTES_MAX = 1024;

    private final long bytesMax;
    private final LongSupplier storedBytes;
    private final LongSupplier liveBytes;

    private long knownAt = Long.MIN_VALUE; // guarded by this
    private long known;

    /**
     * @param bytesMax 0 for no limit
     * @param storedBytes what is stored, expired or not; cheap
     * @param liveBytes what of it has not expired
     */
    public SizeLimit(long bytesMax, LongSupplier storedBytes, LongSupplier liveBytes) {
        this.bytesMax = bytesMax;
        this.storedBytes = storedBytes;
        this.liveBytes = liveBytes;
    }

    /**
     * Finds out what has to be known to {@link #claim}, which must not wait for a purge as this may have to.
     *
     * @param bytes of what the client has sent
     * @param clock the time in seconds, asked for only if it matters
     */
    public void prepare(long bytes, LongSupplier clock) {
        if (!mustPrepare(bytes)) {
            return;
        }
        long nowSeconds = clock.getAsLong();
        synchronized (this) {
            if (knownAt == nowSeconds) {
                return;
            }
        }
        long live = liveBytes.getAsLong();
        synchronized (this) {
            known = live;
            knownAt = nowSeconds;
        }
    }

    /** Returns true if {@link #prepare} may take long. */
    public boolean mustPrepare(long bytes) {
        return isNear(bytes + ADDED_BYTES_MAX);
    }

    /**
     * Takes so many bytes more when the transaction is committed.
     *
     * @throws ForbiddenException if there is no room for them
     */
    public void claim(Transaction transaction, long bytes) {
        long added = Math.max(0, transaction.addedBytes());
        if (bytes <= 0 || !isNear(added + bytes)) {
            return;
        }
        synchronized (this) {
            if (known + added + bytes > bytesMax) {
                throw ForbiddenException.quota(bytesMax);
            }
        }
        transaction.onCommit(() -> taken(bytes));
    }

    private synchronized void taken(long bytes) {
        known += bytes;
    }

    private boolean isNear(long bytes) {
        return bytesMax > 0 && storedBytes.getAsLong() + bytes > bytesMax;
    }
}
